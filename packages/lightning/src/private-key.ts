/** Whether a text looks like a private key of Bitcoin: WIF (51 or 52 characters) or extended, in any version. */
export function isPrivateKey(text: string): boolean {
  return /^(?:[5KL9c][1-9A-HJ-NP-Za-km-z]{50,51}|[a-zA-Z]prv[1-9A-HJ-NP-Za-km-z]{50,120})$/.test(text)
}
