import json
import requests


def execute(context):
    return {"ok": True, "data": json.dumps(1)}
