// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the format of a call and goes through its specifications with clang's parser. What the
// formatters convert is described in runtime/format/format.h.
#include "clang-plugin/format-check.h"
#include "clang-plugin/diagnostics.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/FormatString.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Basic/TargetInfo.h"

#include "llvm/ADT/BitVector.h"

#include <optional>

using namespace clang;

namespace dpa::frontend {
namespace {

enum class Formatter { Messages, Printf };

/// A call with a format; indices of its arguments.
struct FormatCall {
  const CallExpr *call;
  Formatter formatter;
  unsigned format;
  unsigned first; ///< of the arguments that the format converts
};

// Choices in the texts of diagnostics.def.
enum Mismatch { WrongType, NoArgument, UnusedArgument, NotLiteral };
enum Result { AsWritten, AsWrittenWithRest, AsQuestionMark };

std::optional<FormatCall> ofMessage(const CallExpr &call,
                                    const FunctionDecl &function) {
  for (const FunctionDecl *declaration : function.redecls())
    for (unsigned i = 0; i < declaration->getNumParams(); ++i)
      for (const auto *annotation :
           declaration->getParamDecl(i)->specific_attrs<AnnotateAttr>())
        if (annotation->getAnnotation() == "dpa_format")
          return FormatCall{&call, Formatter::Messages, i, i + 1};
  return std::nullopt;
}

std::optional<FormatCall> ofLibrary(const CallExpr &call,
                                    const FunctionDecl &function,
                                    const SourceManager &sources) {
  for (const auto *format : function.specific_attrs<FormatAttr>())
    if (format->getType()->getName() == "printf" &&
        sources.isInSystemHeader(function.getFirstDecl()->getLocation()))
      return FormatCall{&call, Formatter::Printf,
                        static_cast<unsigned>(format->getFormatIdx()) - 1,
                        call.getNumArgs()};
  return std::nullopt;
}

std::optional<FormatCall> formatCall(const CallExpr &call,
                                     const SourceManager &sources) {
  const FunctionDecl *function = call.getDirectCallee();
  if (!function)
    return std::nullopt;
  std::optional<FormatCall> found = ofMessage(call, *function);
  if (!found)
    found = ofLibrary(call, *function, sources);
  return found && found->format < call.getNumArgs() ? found : std::nullopt;
}

/// The strings that a format may be, as far as they are known.
void addLiterals(const ASTContext &context, const Expr &format,
                 llvm::SmallVectorImpl<const StringLiteral *> &literals,
                 unsigned depth = 0) {
  constexpr unsigned depthMax = 16; // a variable may name itself
  if (depth > depthMax)
    return;
  const Expr *bare = format.IgnoreParenCasts();
  if (const auto *choice = dyn_cast<ConditionalOperator>(bare)) {
    addLiterals(context, *choice->getTrueExpr(), literals, depth + 1);
    addLiterals(context, *choice->getFalseExpr(), literals, depth + 1);
    return;
  }
  if (const auto *name = dyn_cast<DeclRefExpr>(bare)) {
    const auto *variable = dyn_cast<VarDecl>(name->getDecl());
    const Expr *value = variable ? variable->getAnyInitializer() : nullptr;
    if (value &&
        context.getBaseElementType(variable->getType()).isConstQualified())
      addLiterals(context, *value, literals, depth + 1);
    return;
  }
  const auto *literal = dyn_cast<StringLiteral>(bare);
  if (literal && literal->isOrdinary())
    literals.push_back(literal);
}

/// One format of a call.
class Specifications : public analyze_format_string::FormatStringHandler {
public:
  Specifications(ASTContext &context, const WarningOptions &options,
                 const FormatCall &called, const StringLiteral &format)
      : context_(context), options_(options), called_(called), format_(format),
        used_(called.call->getNumArgs()) {}

  void check() {
    llvm::StringRef text = format_.getString();
    analyze_format_string::ParsePrintfString(
        *this, text.begin(), text.end(), context_.getLangOpts(),
        context_.getTargetInfo(), /*isFreeBSDKPrintf=*/false);
    for (unsigned i = called_.first; isWhole_ && i < used_.size(); ++i)
      if (!used_[i])
        return reportCount(called_.call->getArg(i)->getExprLoc(),
                           UnusedArgument, *called_.call->getArg(i));
  }

  void HandleNullChar(const char * /*place*/) override { isWhole_ = false; }

  void HandleIncompleteSpecifier(const char *start, unsigned length) override {
    if (called_.formatter == Formatter::Messages)
      reportUnsupported({start, length}, AsWritten);
    isWhole_ = false;
  }

  bool HandleInvalidPrintfConversionSpecifier(
      const analyze_printf::PrintfSpecifier & /*specification*/,
      const char *start, unsigned length) override {
    HandleIncompleteSpecifier(start, length);
    return false;
  }

  bool
  HandlePrintfSpecifier(const analyze_printf::PrintfSpecifier &specification,
                        const char *start, unsigned length,
                        const TargetInfo & /*target*/) override {
    llvm::StringRef text(start, length);
    if (std::optional<Result> result = resultOf(specification)) {
      reportUnsupported(text, *result);
      isWhole_ = specification.getConversionSpecifier().isDoubleArg() &&
                 *result != AsWrittenWithRest;
    }
    if (!isWhole_)
      return false;
    if (called_.formatter == Formatter::Messages)
      checkArguments(specification, text);
    return true;
  }

private:
  /// What is printed instead of the argument; nothing if it is converted.
  std::optional<Result>
  resultOf(const analyze_printf::PrintfSpecifier &specification) const {
    using Length = analyze_format_string::LengthModifier;
    const bool isPrintf = called_.formatter == Formatter::Printf;
    const auto &conversion = specification.getConversionSpecifier();
    const Length::Kind length = specification.getLengthModifier().getKind();
    if (isPrintf && (length == Length::AsLongLong ||
                     specification.getFieldWidth().hasDataArgument() ||
                     specification.getPrecision().hasDataArgument()))
      return AsWrittenWithRest;
    if (conversion.isDoubleArg())
      return isPrintf ? AsQuestionMark : AsWritten;
    llvm::StringRef known = isPrintf ? "diouxXcspS%" : "diouxXcsp%";
    constexpr Length::Kind lengths[] = {
        Length::None,    Length::AsChar,     Length::AsShort,
        Length::AsLong,  Length::AsLongLong, Length::AsIntMax,
        Length::AsSizeT, Length::AsPtrDiff,  Length::AsLongDouble};
    if (!known.contains(*conversion.getStart()) ||
        !llvm::is_contained(lengths, length) ||
        specification.usesPositionalArg() ||
        specification.hasThousandsGrouping())
      return AsWritten;
    return std::nullopt;
  }

  void checkArguments(const analyze_printf::PrintfSpecifier &specification,
                      llvm::StringRef text) {
    for (const auto *amount :
         {&specification.getFieldWidth(), &specification.getPrecision()})
      if (amount->hasDataArgument())
        checkArgument(text, amount->getArgIndex(),
                      amount->getArgType(context_));
    if (specification.consumesDataArgument())
      checkArgument(
          text, specification.getArgIndex(),
          specification.getArgType(context_, /*IsObjCLiteral=*/false));
  }

  void checkArgument(llvm::StringRef text, unsigned number,
                     const analyze_format_string::ArgType &type) {
    const unsigned index = called_.first + number;
    if (index >= used_.size()) {
      if (isWhole_)
        reportCount(placeOf(text), NoArgument, format_, text);
      isWhole_ = false;
      return;
    }
    used_.set(index);
    const Expr &argument = *called_.call->getArg(index);
    if (fits(type, argument))
      return;
    if (auto builder = warn(context_.getDiagnostics(), placeOf(text),
                            Warning::Format, options_))
      *builder << WrongType << text << type.getRepresentativeType(context_)
               << argument.IgnoreParenImpCasts()->getType()
               << argument.getSourceRange();
  }

  /// Before and after the promotion of an argument. Integers of one size are the same to the
  /// device.
  bool fits(const analyze_format_string::ArgType &type,
            const Expr &argument) const {
    using analyze_format_string::ArgType;
    QualType promoted = argument.getType();
    QualType written = argument.IgnoreParenImpCasts()->getType();
    if (!type.isValid() ||
        type.matchesType(context_, promoted) != ArgType::NoMatch ||
        type.matchesType(context_, written) != ArgType::NoMatch)
      return true;
    QualType expected = type.getRepresentativeType(context_);
    return expected->isIntegerType() && promoted->isIntegerType() &&
           std::max(context_.getTypeSize(expected),
                    context_.getTypeSize(context_.IntTy)) ==
               context_.getTypeSize(promoted);
  }

  SourceLocation placeOf(llvm::StringRef text) const {
    return format_.getLocationOfByte(
        static_cast<unsigned>(text.data() - format_.getString().data()),
        context_.getSourceManager(), context_.getLangOpts(),
        context_.getTargetInfo());
  }

  void reportCount(SourceLocation place, Mismatch mismatch, const Expr &marked,
                   llvm::StringRef text = "") const {
    if (auto builder =
            warn(context_.getDiagnostics(), place, Warning::Format, options_))
      *builder << mismatch << text << marked.getSourceRange();
  }

  void reportUnsupported(llvm::StringRef text, Result result) const {
    if (auto builder = warn(context_.getDiagnostics(), placeOf(text),
                            Warning::UnsupportedFormat, options_))
      *builder << static_cast<int>(called_.formatter) << text << result;
  }

  ASTContext &context_;
  const WarningOptions &options_;
  const FormatCall &called_;
  const StringLiteral &format_;
  llvm::BitVector used_; ///< arguments of the call
  bool isWhole_ = true;  ///< all specifications have been understood
};

} // namespace

void FormatCheck::visit(const Expr &expression) {
  const auto *call = dyn_cast<CallExpr>(&expression);
  if (!call)
    return;
  std::optional<FormatCall> called =
      formatCall(*call, context_.getSourceManager());
  if (!called)
    return;
  const Expr &format = *call->getArg(called->format);
  llvm::SmallVector<const StringLiteral *, 2> literals;
  addLiterals(context_, format, literals);
  for (const StringLiteral *literal : literals)
    Specifications(context_, options_, *called, *literal).check();
  if (!literals.empty() || called->formatter == Formatter::Printf ||
      called->first < call->getNumArgs() ||
      isa<PredefinedExpr>(format.IgnoreParenImpCasts()))
    return;
  if (auto builder = warn(context_.getDiagnostics(), format.getExprLoc(),
                          Warning::Format, options_))
    *builder << NotLiteral << format.getSourceRange();
}

} // namespace dpa::frontend
