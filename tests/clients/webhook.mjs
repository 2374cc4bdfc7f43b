// Checks a message as the guide says, and that nothing else passes: body, name, moment or secret of another.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { told } from "./guide.mjs";

const { secret, body, headers } = JSON.parse(readFileSync("delivery.json", "utf8"));
const seen = new Set();
assert.deepEqual(told(secret, body, headers, seen), JSON.parse(body));
assert.equal(told(secret, body, headers, seen), null);
const other = (name, value) => ({ ...headers, [name]: value });
const others = [
  [secret, body.replace("7", "8"), headers],
  [secret, body, other("webhook-id", "another")],
  [secret, body, other("webhook-timestamp", String(Number(headers["webhook-timestamp"]) - 1))],
  ["whsec_" + Buffer.from("another secret of length").toString("base64"), body, headers],
];
for (const given of others) assert.throws(() => told(...given, new Set()));
