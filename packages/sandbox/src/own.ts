/** Reads an own property of a record, because names come from requests and may be `constructor`. */
export function own<Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined
}
