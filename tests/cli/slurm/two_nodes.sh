#!/usr/bin/env bash
# A Slurm of two nodes on this machine, of one processor each, in one folder: two_nodes.sh COMMAND DIR
#   start       writes all that Slurm reads below DIR, starts munged, slurmctld and two slurmd; prints why it cannot
#   stop        ends all daemons and what their jobs have left
#   controller  kills slurmctld, and starts it again
#   lose N      kills slurmd N and all that its jobs run, as if the node had lost its power, and tells the controller,
#               which would find out after its SlurmdTimeout
#   node N      starts slurmd N again
# Then: export SLURM_CONF=DIR/slurm.conf. DIR is short, since the names of sockets below it are. As root, without systemd and cgroups, on the loopback device alone.
set -euo pipefail
command=$1
dir=$(realpath -m "$2")
export SLURM_CONF=$dir/slurm.conf
# Slurm asks for them under other users' paths.
export PATH=$PATH:/usr/sbin:/sbin

cannot() { echo "$*"; exit 77; }

# Ports that nobody listens on now.
free_ports() {
  local wanted=$1 port=$((20000 + RANDOM % 20000))
  while [ "$wanted" -gt 0 ]; do
    if ! (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then echo "$port"; wanted=$((wanted - 1)); fi
    port=$((port + 1))
  done
}

# Processes that were started with a line in their environment.
processes_with() {
  { grep -lzxF -e "$1" /proc/[0-9]*/environ 2>/dev/null || true; } | cut -d / -f 3 | grep -vxF -e $$ -e $PPID || true
}

kill_all() { [ $# = 0 ] || kill -9 "$@" 2>/dev/null || true; }

pid_files() { echo "$dir"/node1.pid "$dir"/node2.pid "$dir"/slurmctld.pid "$dir"/munge/pid; }

wait_for_nodes() {
  for _ in $(seq 150); do
    [ "$(sinfo -h -N -o %T 2>/dev/null | sort | uniq -c | tr -d ' ')" = 2idle ] && return 0
    sleep 0.1
  done
  cannot "the nodes did not become idle: $(sinfo -h -N -o '%N %T %E' 2>&1 | tr '\n' ' ')"
}

case $command in
  start)
    [ "$(id -u)" = 0 ] || cannot "Slurm's daemons want to be root here"
    for program in munged slurmctld slurmd sbatch; do
      command -v $program >/dev/null || cannot "there is no $program (packages slurmctld slurmd slurm-client munge)"
    done
    mkdir -p "$dir"/{state,munge}
    chmod 755 "$dir" "$dir"/munge
    (umask 077; head -c 1024 /dev/urandom >"$dir"/munge/key)
    host=$(hostname -s)
    mapfile -t port < <(free_ports 3)
    cat >"$dir"/slurm.conf <<CONF
ClusterName=two
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=${port[0]}
AuthType=auth/munge
# A job that is queued again waits until its credential has expired.
AuthInfo=socket=$dir/munge/socket,cred_expire=5
SlurmUser=root
SlurmdUser=root
StateSaveLocation=$dir/state
SlurmdSpoolDir=$dir/spool.%n
SlurmctldPidFile=$dir/slurmctld.pid
SlurmdPidFile=$dir/%n.pid
SlurmctldLogFile=$dir/slurmctld.log
SlurmdLogFile=$dir/%n.log
ProctrackType=proctrack/pgid
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
JobCompType=jobcomp/filetxt
JobCompLoc=$dir/jobcomp.txt
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=sched_interval=2,batch_sched_delay=0,sched_min_interval=10000,bf_interval=2
SlurmdParameters=config_overrides
MpiDefault=none
ReturnToService=2
MailProg=/bin/true
NodeName=node1 NodeHostname=$host NodeAddr=127.0.0.1 Port=${port[1]} CPUs=1 State=UNKNOWN
NodeName=node2 NodeHostname=$host NodeAddr=127.0.0.1 Port=${port[2]} CPUs=1 State=UNKNOWN
PartitionName=main Nodes=node1,node2 Default=YES MaxTime=INFINITE State=UP
CONF
    munged --key-file="$dir"/munge/key --socket="$dir"/munge/socket --pid-file="$dir"/munge/pid \
      --log-file="$dir"/munge/log --seed-file="$dir"/munge/seed >"$dir"/munge/start.log 2>&1 ||
      cannot "munged does not start: $(tail -1 "$dir"/munge/start.log)"
    slurmctld -c >>"$dir"/start.log 2>&1 || cannot "slurmctld does not start: $(tail -1 "$dir"/slurmctld.log)"
    for node in node1 node2; do
      slurmd -N $node >>"$dir"/start.log 2>&1 || cannot "slurmd does not start: $(tail -1 "$dir"/$node.log)"
    done
    wait_for_nodes
    ;;
  controller)
    kill_all "$(cat "$dir"/slurmctld.pid)"
    # Its helper has no other parent.
    for process in $(processes_with "SLURM_CONF=$SLURM_CONF"); do
      if grep -qs slurmscriptd "/proc/$process/comm" "/proc/$process/cmdline"; then kill_all "$process"; fi
    done
    slurmctld >>"$dir"/start.log 2>&1
    ;;
  lose)
    mapfile -t processes < <(processes_with "SLURMD_NODENAME=node$3")
    for process in "${processes[@]}"; do
      parent=$(ps -o ppid= -p "$process" | tr -d ' ') || continue
      if grep -qs slurmstepd "/proc/$parent/comm"; then processes+=("$parent"); fi
    done
    kill_all "$(cat "$dir/node$3.pid")" "${processes[@]}"
    scontrol update NodeName="node$3" State=DOWN Reason=lost
    ;;
  node) slurmd -N "node$3" >>"$dir"/start.log 2>&1 ;;
  stop)
    for file in $(pid_files); do
      [ ! -s "$file" ] || kill_all "$(cat "$file")"
    done
    mapfile -t processes < <(processes_with "SLURM_CONF=$SLURM_CONF")
    kill_all "${processes[@]}"
    ;;
esac
