/** The part of the sandbox's `Quote` that the page shows. */
interface Quote {
  bitcoinAmount: string
  fiatAmount: string
  fiatCurrency: string
  fee: string
  price: string
}

/** The script of the ramp page. Its source text is sent, so it must not use anything outside of itself and the page. */
function rampPage(): void {
  start()

  function start(): void {
    const { problem, steps } = document.body.dataset
    bindClose('close')
    if (problem) {
      tellParent('WIDGET_ERROR', { code: problem })
      return
    }
    bindCode()
    bindIdentity()
    bindQuote()
    bindCard()
    bindClose('finish')
    for (const section of document.querySelectorAll('section')) bindEnterKey(section)
    tellParent('WIDGET_READY', {})
    goTo(steps?.split(' ')[0] ?? '')
  }

  /** These messages contain no secret, so any page that frames this one may read them. */
  function tellParent(type: string, payload: object): void {
    if (document.body.dataset.silent === 'true' || window.parent === window) return
    window.parent.postMessage({ type, payload }, '*')
  }

  async function send(action: string, body: object): Promise<Quote> {
    const response = await fetch(`/${action}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ key: document.body.dataset.key, ...body }),
    })
    const reply = await response.json()
    if (!reply.success) throw failure(reply.error.code, reply.error.message)
    return reply.data
  }

  function failure(code: string, message: string): Error {
    return Object.assign(new Error(message), { code })
  }

  function part<T extends HTMLElement>(name: string): T {
    return document.querySelector(`[data-part="${name}"]`) as T
  }

  function input(name: string): HTMLInputElement {
    return part<HTMLInputElement>(name)
  }

  function goTo(step: string): void {
    const names = document.body.dataset.steps?.split(' ') ?? []
    const progress = part('progress')
    const done = names.indexOf(step) + 1
    progress.dataset.done = String(done + 5 - names.length)
    progress.setAttribute('aria-valuenow', String(done))
    for (const section of document.querySelectorAll('section')) section.hidden = section.dataset.step !== step
    if (done > 1) document.getElementById(`title-${step}`)?.focus()
    tellParent('WIDGET_STEP_CHANGE', { step })
  }

  /** Runs the action of a button, one at a time, and shows its error in the step. */
  function onPress(button: string, step: string, action: () => Promise<void>): void {
    part<HTMLButtonElement>(button)?.addEventListener('click', async (event) => {
      const pressed = event.currentTarget as HTMLButtonElement
      pressed.disabled = true
      showError(step, '')
      try {
        await action()
      } catch (error) {
        const { code = 'UNREACHABLE', message } = error as { code?: string; message: string }
        showError(step, code === 'UNREACHABLE' ? 'The provider cannot be reached. Try again.' : message)
        tellParent('WIDGET_ERROR', { code })
      }
      pressed.disabled = false
    })
  }

  function showError(step: string, message: string): void {
    const box = part(`${step}-error`)
    box.textContent = message
    box.hidden = message === ''
  }

  /** Enter presses the step's main button. Forms are not used: a sandboxed frame may swallow their submission. */
  function bindEnterKey(section: HTMLElement): void {
    section.addEventListener('keydown', (event) => {
      const typing = event.target instanceof HTMLInputElement && event.target.type !== 'file'
      if (event.key === 'Enter' && typing)
        section.querySelector<HTMLButtonElement>('button:not([hidden])')?.click()
    })
  }

  function bindClose(button: string): void {
    part(button)?.addEventListener('click', () => {
      if (document.body.dataset.key) send('close', {}).catch(() => undefined)
      tellParent('WIDGET_CLOSE', {})
      for (const section of document.querySelectorAll('section'))
        section.hidden = section.dataset.part !== 'left'
      part('close').hidden = true
    })
  }

  function bindCode(): void {
    onPress('code-next', 'code', async () => {
      await send('code', { code: input('code').value.trim() })
      goTo('identity')
    })
  }

  function bindIdentity(): void {
    let stream: MediaStream | undefined

    async function handIn(method: string): Promise<void> {
      for (const track of stream?.getTracks() ?? []) track.stop()
      tellParent('WIDGET_KYC_STATUS_CHANGE', { status: 'pending' })
      await send('identity', { method })
      tellParent('WIDGET_KYC_STATUS_CHANGE', { status: 'approved' })
      goTo('quote')
    }

    onPress('camera', 'identity', async () => {
      try {
        stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
      } catch {
        throw failure('CAMERA_UNAVAILABLE', 'The camera cannot be used here. Upload a picture instead.')
      }
      const video = part<HTMLVideoElement>('video')
      video.srcObject = stream
      video.hidden = false
      part('camera').hidden = true
      part('photo').hidden = false
    })
    onPress('photo', 'identity', () => handIn('camera'))
    onPress('sample', 'identity', () => handIn('sample'))
    input('upload')?.addEventListener('change', () => {
      if (input('upload').value)
        handIn('upload').catch(() => showError('identity', 'That did not work. Try again.'))
    })
  }

  function bindQuote(): void {
    let latest = 0

    async function refresh(): Promise<void> {
      latest += 1
      const number = latest
      const quoted = await send('quote', { amount: input('amount').value })
      if (number !== latest) return
      part('quote-amount').textContent = `${quoted.bitcoinAmount} BTC`
      part('quote-fee').textContent = `${quoted.fee} ${quoted.fiatCurrency}`
      part('quote-price').textContent = `${quoted.price} ${quoted.fiatCurrency}`
      part('pay').textContent = `Pay ${quoted.fiatAmount} ${quoted.fiatCurrency}`
      showError('quote', '')
    }

    const refreshOrShowError = () => refresh().catch((error: Error) => showError('quote', error.message))
    let timer: number | undefined
    input('amount').addEventListener('input', () => {
      clearTimeout(timer)
      timer = window.setTimeout(refreshOrShowError, 250)
    })
    refreshOrShowError()
    onPress('quote-next', 'quote', async () => {
      await refresh()
      goTo('card')
    })
  }

  function bindCard(): void {
    part('test-card').addEventListener('click', () => {
      input('card-number').value = '4242 4242 4242 4242'
      input('card-expiry').value = '12/34'
      input('card-code').value = '123'
    })

    /** Only the last four digits leave the page. */
    onPress('pay', 'card', async () => {
      const digits = input('card-number').value.replace(/\D/g, '')
      const complete =
        /^\d\d\/\d\d$/.test(input('card-expiry').value) && /^\d{3,4}$/.test(input('card-code').value)
      if (!isCardNumber(digits) || !complete)
        throw failure('CARD_INVALID', 'Check the card: something is missing or mistyped.')
      const bought = await send('purchase', {
        amount: input('amount').value,
        card_last_four: digits.slice(-4),
      })
      part('bought').textContent = `${bought.bitcoinAmount} BTC`
      goTo('done')
      tellParent('WIDGET_TRANSACTION_COMPLETE', { amount: bought.bitcoinAmount, currency: 'BTC' })
    })
  }

  /** The check digit that every card number ends in (ISO/IEC 7812). */
  function isCardNumber(digits: string): boolean {
    const sum = [...digits].reverse().reduce((total, digit, index) => {
      const doubled = Number(digit) * (index % 2 === 1 ? 2 : 1)
      return total + (doubled > 9 ? doubled - 9 : doubled)
    }, 0)
    return digits.length >= 12 && digits.length <= 19 && sum % 10 === 0
  }
}

/** The module that the ramp page loads. */
export const RAMP_PAGE_SCRIPT = `(${rampPage})()\n`
