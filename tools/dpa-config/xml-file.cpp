// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads and writes XML (tools/dpa-config/xml-file.h). pugixml checks the syntax; it
// knows no namespaces and permits an attribute twice, which is checked here.
#include "tools/dpa-config/xml-file.h"

#include "base/parse-number.h"
#include "tools/dpa-config/values.h"

#include <algorithm>
#include <pugixml.hpp>
#include <set>

namespace dpa::config {

using auth::NvField;
using auth::NvKind;
using auth::Tlv;

namespace {

constexpr std::string_view configNamespace = "http://www.mellanox.com/config";
constexpr uint32_t overridableBit = 1u << 25;
constexpr uint32_t readableBit = 1u << 24;
constexpr unsigned writerShift = 16;
constexpr uint32_t writerMax = 31;

/// White space that is the only content of an element.
bool isBlank(const pugi::xml_node &node) {
  return node.type() == pugi::node_pcdata &&
         std::string_view(node.value()).find_first_not_of(" \t\r\n") ==
             std::string_view::npos;
}

class XmlReader {
public:
  XmlReader(std::string_view text, const WarningSink &warn)
      : text_(text), warn_(warn) {}

  Result<std::vector<Tlv>> read() {
    pugi::xml_document document;
    const pugi::xml_parse_result parsed =
        document.load_buffer(text_.data(), text_.size(),
                             pugi::parse_default | pugi::parse_ws_pcdata_single,
                             pugi::encoding_utf8);
    if (!parsed)
      return at(parsed.offset, parsed.description());
    const pugi::xml_node root = document.document_element();
    if (std::string_view(root.name()) != "config")
      return at(root.offset_debug(), "root element is '" +
                                         std::string(root.name()) +
                                         "' (expected 'config')");
    for (const pugi::xml_node other : document.children())
      if (other.type() == pugi::node_element && other != root)
        return at(other.offset_debug(), "second root element");
    size_t attributes = 0;
    for (const pugi::xml_attribute attribute : root.attributes())
      attributes += std::string_view(attribute.name()) == "xmlns" ? 1 : 100;
    if (attributes != 1 || root.attribute("xmlns").value() != configNamespace)
      return at(root.offset_debug(), "expected the attribute xmlns=\"" +
                                         std::string(configNamespace) +
                                         "\" and no other");
    std::vector<Tlv> tlvs;
    for (const pugi::xml_node element : root.children()) {
      if (isBlank(element))
        continue;
      Result<Tlv> tlv = readTlv(element);
      if (!tlv)
        return tlv.error();
      tlvs.push_back(*std::move(tlv));
    }
    return tlvs;
  }

private:
  std::string lineOf(ptrdiff_t offset) const {
    const size_t end = std::min(
        static_cast<size_t>(std::max<ptrdiff_t>(offset, 0)), text_.size());
    return "line " +
           std::to_string(1 + std::ranges::count(text_.substr(0, end), '\n'));
  }
  Error at(ptrdiff_t offset, const std::string &what) const {
    return {lineOf(offset) + ": " + what};
  }

  Result<Tlv> readTlv(const pugi::xml_node &element) const {
    const std::string name = element.name();
    const NvKind *kind = element.type() == pugi::node_element
                             ? auth::findKind(std::string_view(name))
                             : nullptr;
    if (!kind)
      return at(element.offset_debug(), element.type() == pugi::node_element
                                            ? "unknown TLV '" + name + "'"
                                            : "text between the TLVs");
    if (kind->fields.empty())
      return at(element.offset_debug(),
                "TLV '" + name + "' cannot be given in XML");
    Tlv tlv = makeTlv(*kind, auth::Priority::Nvidia, true);
    if (Result<void> done = readAttributes(element, tlv); !done)
      return done.error();
    std::set<std::string_view> seen;
    for (const pugi::xml_node field : element.children()) {
      if (isBlank(field))
        continue;
      if (Result<void> done = readField(field, *kind, seen, tlv); !done)
        return done.error();
    }
    for (const NvField &field : kind->fields)
      if (!seen.contains(field.name))
        warn_(lineOf(element.offset_debug()) + ": " + name + " lacks '" +
              std::string(field.name) + "', which is 0 then");
    return tlv;
  }

  Result<void> readAttributes(const pugi::xml_node &element, Tlv &tlv) const {
    std::set<std::string_view> seen;
    for (const pugi::xml_attribute attribute : element.attributes()) {
      const std::string_view name = attribute.name();
      const std::string_view value = attribute.value();
      const bool isFlag = value == "0" || value == "1";
      uint32_t writer = 0;
      if (!seen.insert(name).second)
        return at(element.offset_debug(),
                  "attribute '" + std::string(name) + "' is given twice");
      if (name == "ovr_en" && isFlag)
        setFlag(tlv, overridableBit, value);
      else if (name == "rd_en" && isFlag)
        setFlag(tlv, readableBit, value);
      else if (name == "writer_id" && parseNumber(value, writer) &&
               writer <= writerMax)
        tlv.head |= writer << writerShift;
      else if (name == "priority" && priorityFrom(value))
        tlv.setPriority(priorityFrom(value).value_or(auth::Priority::Nvidia));
      else
        return at(element.offset_debug(),
                  "bad attribute " + std::string(name) + "='" +
                      std::string(value) +
                      "' (expected ovr_en and rd_en of 0 or 1, writer_id of 0 "
                      "to 31, priority of USER, OEM or MLNX)");
    }
    return {};
  }

  static void setFlag(Tlv &tlv, uint32_t bit, std::string_view value) {
    tlv.head = value == "1" ? tlv.head | bit : tlv.head & ~bit;
  }
  static std::optional<auth::Priority> priorityFrom(std::string_view text) {
    if (text == "MLNX")
      return auth::Priority::Nvidia;
    if (text == "OEM")
      return auth::Priority::Oem;
    if (text == "USER")
      return auth::Priority::User;
    return std::nullopt;
  }

  Result<void> readField(const pugi::xml_node &element, const NvKind &kind,
                         std::set<std::string_view> &seen, Tlv &tlv) const {
    const std::string_view name = element.name();
    const auto field = std::ranges::find(kind.fields, name, &NvField::name);
    if (element.type() != pugi::node_element || field == kind.fields.end())
      return at(element.offset_debug(), "unknown field '" + std::string(name) +
                                            "' of " + std::string(kind.name));
    if (!seen.insert(field->name).second)
      return at(element.offset_debug(),
                "field '" + std::string(name) + "' is given twice");
    if (!element.first_attribute().empty())
      return at(element.offset_debug(),
                "field '" + std::string(name) + "' has an attribute");
    std::string value;
    for (const pugi::xml_node part : element.children()) {
      if (part.type() == pugi::node_element)
        return at(part.offset_debug(), "element inside a field");
      value += part.value();
    }
    if (Result<void> set = parseValue(value, *field, tlv); !set)
      return at(element.offset_debug(), set.error().message);
    return {};
  }

  std::string_view text_;
  const WarningSink &warn_;
};

} // namespace

std::string makeTemplate(std::span<const NvKind *const> kinds,
                         bool hasAttributes) {
  std::string xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                    "<config xmlns=\"http://www.mellanox.com/config\">\n";
  for (const NvKind *kind : kinds) {
    const std::string name(kind->name);
    xml += "<" + name +
           (hasAttributes ? " ovr_en='1' rd_en='1' writer_id='0'" : "") +
           ">\n\n";
    for (const NvField &field : kind->fields) {
      if (field.kind == auth::FieldKind::Bool)
        xml += "\t<!-- Legal Values: False/True -->\n";
      xml += "\t<" + std::string(field.name) + "></" + std::string(field.name) +
             ">\n\n";
    }
    xml += "</" + name + ">\n\n";
  }
  return xml + "</config>";
}

Result<std::vector<Tlv>> readXml(ByteView text, const WarningSink &warn) {
  return XmlReader(textOf(text), warn).read();
}

} // namespace dpa::config
