# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# usage: xml-mistakes.sh <good file>: tries changed copies of it, one mistake each.
try() {
  sed "$1" "$good" > x.xml
  "$(dirname "$(command -v dpa-config)")/../lib/dpa-mft/mlxconfig" create_conf x.xml "${2:-out}"
}
good=$1
try 's/<file_applicable_to/<file_applicable/;s/<.file_applicable_to/<\/file_applicable/'
try 's/psid>/psidd>/g'
try '4s/$/\n<psid>x<\/psid>/'
try 's/7e7/7g7/'
try 's/7e7/70000/'
try 's/<day>17/<day>/'
try 's/<dpa_auth_en>True/<dpa_auth_en>true/'
try 's/www.mellanox.com/www.example.com/'
try 's/<config/<conf/;s/<.config/<\/conf/'
try "3s/ovr_en='0'/ovr_en='2'/"
try "3s/ovr_en='0'/rd_en='1'/"
try '5s/<.psid_branch>//'
try '/<nv_file_id_vendor/,/<.nv_file_id_vendor/d'
try 's/ MT_0000000911/MT_00000009110000/'
try '/<dpa_auth_en/d' warned
