# SPDX-License-Identifier: MIT
# What scid does with an opening database, for bench/run; needs no display:
#     tkscid bench/scid.tcl build BASE PGN      imports games into a new database
#     tkscid bench/scid.tcl find BASE MOVE...   prints "FOUND / GAMES": the games with the position after these moves
#     tkscid bench/scid.tcl tree BASE MOVE...   what was played there
proc progressCallBack {args} {}

set base [lindex $argv 1]
if {[lindex $argv 0] eq "build"} {
    foreach suffix {sg4 si4 sn4} { file delete $base.$suffix }
    sc_base create SCID4 $base
    puts [lindex [sc_base import [sc_base current] [lindex $argv 2]] 0]
} else {
    sc_base open $base
    sc_move addSan {*}[lrange $argv 2 end]
    puts [sc_search board RESET Exact false false]
    if {[lindex $argv 0] eq "tree"} { puts [sc_tree stats [sc_base current] dbfilter] }
}
sc_base close [sc_base current]
exit 0
