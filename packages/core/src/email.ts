/** Whether a text can be an e-mail address, as far as a form can tell; whether mail arrives is for the service to find out. */
export function isEmail(text: string): boolean {
  return text.length <= 254 && /^[^\s@\p{Cc}]{1,64}@[^\s@\p{Cc}]+\.[^\s@\p{Cc}.]+$/u.test(text)
}
