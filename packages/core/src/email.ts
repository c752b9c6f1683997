/** Whether a text has the form of an e-mail address; only the service can verify it. */
export function isEmail(text: string): boolean {
  return text.length <= 254 && /^[^\s@\p{Cc}]{1,64}@[^\s@\p{Cc}]+\.[^\s@\p{Cc}.]+$/u.test(text)
}
