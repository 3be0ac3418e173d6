import json


def execute(context):
    data = {"a": 1
    return {"ok": True, "data": data}
