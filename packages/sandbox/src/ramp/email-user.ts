/** The part before `@`, without a `+tag`, lower case: what triggers go by. */
export function emailUser(email: string): string {
  return email.toLowerCase().replace(/[+@].*$/s, '')
}
