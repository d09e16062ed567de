#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""bundle.py MANIFEST SECCOMP CONTAINERFILE DIRECTORY ADDRESS GROUP [KEY=VALUE...]: the pod of a DaemonSet for crun or runc.

Writes DIRECTORY/config.json, with what a kubelet and containerd make of the manifest: user, capabilities, namespaces,
mounts of /proc, /sys, /dev and the cgroups, paths that are hidden or read-only; SECCOMP is the localhostProfile. ADDRESS
is the pod's, GROUP the container's cgroup. Other KEYs are set in the environment. The network is that of the caller.
"""
import json
import re
import sys

import yaml

manifest, seccomp, containerfile, directory, address, group, *settings = sys.argv[1:]

with open(manifest, encoding="utf-8") as text:
    things = {thing["kind"]: thing for thing in yaml.safe_load_all(text)}
pod = things["DaemonSet"]["spec"]["template"]["spec"]
container, = pod["containers"]
rights = container["securityContext"]
with open(seccomp, encoding="utf-8") as text:
    profile = json.load(text)
with open(containerfile, encoding="utf-8") as text:
    entry = json.loads(re.search(r"^ENTRYPOINT (.*)$", text.read(), re.M).group(1))
fields = {"status.podIP": address}
environment = {variable["name"]: fields[variable["valueFrom"]["fieldRef"]["fieldPath"]] for variable in container["env"]}
arguments = [re.sub(r"\$\((\w+)\)", lambda name: environment[name.group(1)], word) for word in container["args"]]
environment.update(setting.split("=", 1) for setting in settings)
# Root has what is added, no more; none is ambient or inheritable.
capabilities = ["CAP_" + name for name in rights["capabilities"]["add"]]
assert rights["capabilities"]["drop"] == ["ALL"] and not rights["privileged"]
namespaces = ["mount", "ipc", "uts", "cgroup"]
if not pod.get("hostPID"):
    namespaces.append("pid")


def mount(where, kind, *options, source=None):
    return {"destination": where, "type": kind, "source": source or kind, "options": ["nosuid", "noexec", *options]}


config = {
    "ociVersion": "1.0.2",
    "process": {
        "user": {"uid": rights["runAsUser"], "gid": rights["runAsGroup"]},
        "args": entry + arguments,
        "env": ["PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"]
            + [f"{key}={value}" for key, value in environment.items()],
        "cwd": "/",
        "capabilities": {kind: capabilities for kind in ("bounding", "effective", "permitted")},
        "noNewPrivileges": not rights["allowPrivilegeEscalation"],
        "oomScoreAdj": 999,
    },
    "root": {"path": "rootfs", "readonly": rights["readOnlyRootFilesystem"]},
    "hostname": "node",
    "mounts": [
        mount("/proc", "proc", "nodev"),
        mount("/dev", "tmpfs", "strictatime", "mode=755", "size=65536k"),
        mount("/dev/pts", "devpts", "newinstance", "ptmxmode=0666", "mode=0620", "gid=5"),
        mount("/dev/shm", "tmpfs", "nodev", "mode=1777", "size=65536k", source="shm"),
        mount("/sys", "sysfs", "nodev", "ro"),
        mount("/sys/fs/cgroup", "cgroup", "nodev", "relatime", "ro"),
    ],
    "linux": {
        "cgroupsPath": group,
        "namespaces": [{"type": kind} for kind in namespaces],
        "maskedPaths": ["/proc/asound", "/proc/acpi", "/proc/kcore", "/proc/keys", "/proc/latency_stats",
                        "/proc/timer_list", "/proc/timer_stats", "/proc/sched_debug", "/proc/scsi",
                        "/sys/firmware", "/sys/devices/virtual/powercap"],
        "readonlyPaths": ["/proc/bus", "/proc/fs", "/proc/irq", "/proc/sys", "/proc/sysrq-trigger"],
        "seccomp": profile,
    },
}
with open(directory + "/config.json", "w", encoding="utf-8") as out:
    json.dump(config, out, indent=1)
