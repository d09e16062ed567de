#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""manifest.py FILE: does the DaemonSet give tdtop the rights that it needs, and no others?"""
import sys

import yaml

with open(sys.argv[1], encoding="utf-8") as text:
    things = {thing["kind"]: thing for thing in yaml.safe_load_all(text)}
template = things["DaemonSet"]["spec"]["template"]
pod = template["spec"]
container, = pod["containers"]
rights = container["securityContext"]
account = things["ServiceAccount"]
policy = things["NetworkPolicy"]["spec"]
port, = container["ports"]
promises = {
    "it sees the node's processes": pod["hostPID"] is True,
    "not its network, and no directory of it": not {"hostNetwork", "hostIPC", "volumes"} & pod.keys(),
    "it has one capability": rights["capabilities"] == {"drop": ["ALL"], "add": ["PERFMON"]},
    "it is not privileged, and cannot become it":
        rights["privileged"] is False and rights["allowPrivilegeEscalation"] is False,
    "it writes nowhere": rights["readOnlyRootFilesystem"] is True,
    "its calls are filtered": rights["seccompProfile"]["type"] in ("RuntimeDefault", "Localhost"),
    "it has no token of the API": not pod["automountServiceAccountToken"]
        and not account["automountServiceAccountToken"] and "Role" not in str(things.keys()),
    "its account is there": pod["serviceAccountName"] == account["metadata"]["name"],
    "labels select its pods": things["DaemonSet"]["spec"]["selector"]["matchLabels"]
        == policy["podSelector"]["matchLabels"] == template["metadata"]["labels"],
    "who may ask is limited":
        policy["policyTypes"] == ["Ingress", "Egress"] and "from" in policy["ingress"][0],
    "the port is the one that it listens on":
        any(str(port["containerPort"]) in arg for arg in container["args"])
        and template["metadata"]["annotations"]["prometheus.io/port"] == str(port["containerPort"]),
    "all is in one namespace":
        {thing["metadata"].get("namespace", "tdtop") for thing in things.values()} == {"tdtop"},
    "its memory is limited": "memory" in container["resources"]["limits"],
}
broken = [promise for promise, kept in promises.items() if not kept]
print("\n".join("not so: " + promise for promise in broken))
sys.exit(bool(broken))
