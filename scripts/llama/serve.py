"""Runs llama.cpp's HTTP server on 127.0.0.1 until SIGTERM, or until its standard input ends.

    serve.py MODEL [PORT] [NAME=VALUE ...]

NAME is an attribute of xllamacpp.CommonParams (n_ctx, n_parallel, cache_ram_mib, chat_template=@FILE, ...). Port 0 picks a free one.
Prints one line when the server answers: LISTENING http://127.0.0.1:PORT
"""

import os
import select
import signal
import sys

# Waiting threads must not spin: on a shared machine that costs four fifths of the speed.
os.environ.setdefault("OMP_WAIT_POLICY", "passive")

import xllamacpp


def value_of(name, text):
    if name == "flash_attn_type":
        return getattr(xllamacpp.llama_flash_attn_type, "LLAMA_FLASH_ATTN_TYPE_" + text.upper())
    if text.startswith("@"):
        with open(text[1:], encoding="utf-8") as file:
            return file.read()
    if text in ("true", "false"):
        return text == "true"
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return text


def parameters(model, port, settings):
    wanted = xllamacpp.CommonParams()
    wanted.model.path = model
    wanted.hostnames = ["127.0.0.1"]
    wanted.port = port
    wanted.n_ctx = 4096
    wanted.n_parallel = 1
    wanted.endpoint_slots = wanted.endpoint_props = wanted.endpoint_metrics = True
    wanted.cpuparams.n_threads = wanted.cpuparams_batch.n_threads = int(os.environ.get("THREADS", "1"))
    for setting in settings:
        name, _, text = setting.partition("=")
        if not hasattr(wanted, name):
            sys.exit(f"serve: {name} is not a parameter of the server")
        setattr(wanted, name, value_of(name, text))
    return wanted


def wait_for_the_end(ended):
    """Standard input ends when whoever started us does, however that comes about."""
    while True:
        ready, _, _ = select.select([0, ended], [], [])
        if ended in ready or not os.read(0, 4096):
            return


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    settings = sys.argv[2:]
    port = int(settings.pop(0)) if settings and settings[0].isdigit() else 0
    ended, end = os.pipe()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: os.write(end, b"."))
    server = xllamacpp.Server(parameters(sys.argv[1], port, settings))
    print("LISTENING", server.listening_address, flush=True)
    wait_for_the_end(ended)
    # The library's own threads need not be asked.
    os._exit(0)


main()
