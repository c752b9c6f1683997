/** A message to the page that frames this one. */
export interface PageMessage {
  type: string
  payload: object
}

/** The reply to a successful action. */
export interface PageUpdate {
  /** The new content of elements, by their id. */
  html: Record<string, string>
  messages: PageMessage[]
}

interface Failure {
  code: string
  message: string
}

/**
 * The script of the sandbox's pages. A button with `data-action` sends the page's inputs to this path, and shows the
 * reply; an input with `data-action` does the same while a person types. The source text of this function is sent, so
 * it must not use anything outside of itself and the page.
 */
function runPage(): void {
  const main = document.querySelector('main') as HTMLElement
  const { key, messages = '[]', silent } = document.body.dataset
  let latestRequest = 0
  let typing: number | undefined
  let camera: MediaStream | undefined

  main.addEventListener('click', ({ target }) => {
    const button = (target as Element).closest('button')
    if (button) press(button)
  })
  main.addEventListener('input', ({ target }) => {
    const { action } = (target as HTMLElement).dataset
    clearTimeout(typing)
    if (action) typing = window.setTimeout(async () => showFailure(await send(action)), 250)
  })
  // Enter presses the step's main button. Forms are not used: a sandboxed frame may swallow their submission.
  main.addEventListener('keydown', ({ key: pressed, target }) => {
    const field = (target as Element).closest('input:not([type=file])')
    if (pressed === 'Enter')
      field?.closest('section')?.querySelector<HTMLButtonElement>('button:not([hidden])')?.click()
  })
  tellParent(JSON.parse(messages))

  /** These messages contain no secret, so any page that frames this one may read them. */
  function tellParent(all: PageMessage[]): void {
    if (silent === 'true' || window.parent === window) return
    for (const message of all) window.parent.postMessage(message, '*')
  }

  /** Runs the action of a button, one at a time. */
  async function press(button: HTMLButtonElement): Promise<void> {
    const { action = '' } = button.dataset
    if (action === 'fill-in') return fillIn()
    clearTimeout(typing)
    button.disabled = true
    showFailure(undefined)
    const failure = await (action === 'camera' ? startCamera() : (checkInputs(button) ?? send(action)))
    button.disabled = false
    if (!failure) return
    showFailure(failure)
    document.getElementById('result')?.replaceChildren()
    tellParent([{ type: 'WIDGET_ERROR', payload: { code: failure.code } }])
  }

  function fillIn(): void {
    for (const input of main.querySelectorAll<HTMLInputElement>('[data-sample]'))
      input.value = input.dataset.sample ?? ''
  }

  function checkInputs(button: Element): Failure | undefined {
    if (!button.closest('section')?.querySelector('input:invalid')) return undefined
    return { code: 'CARD_INVALID', message: 'Check the card: something is missing or mistyped.' }
  }

  /** Only the reply to the latest request counts. */
  async function send(action: string): Promise<Failure | undefined> {
    latestRequest += 1
    const request = latestRequest
    const fields: Record<string, string | undefined> = { key }
    // Only the last four digits of a card leave the page.
    for (const { name, value } of main.querySelectorAll<HTMLInputElement>('input[name]'))
      fields[name] = name === 'card_last_four' ? value.slice(-4) : value
    try {
      const headers = { 'content-type': 'application/json' }
      const response = await fetch(action, { method: 'POST', headers, body: JSON.stringify(fields) })
      const { data, error } = await response.json()
      if (request !== latestRequest) return undefined
      if (data) show(data)
      return error
    } catch {
      return { code: 'UNREACHABLE', message: 'The sandbox cannot be reached. Try again.' }
    }
  }

  function show(update: PageUpdate): void {
    showFailure(undefined)
    for (const [id, html] of Object.entries(update.html)) {
      const element = document.getElementById(id)
      if (element) element.innerHTML = html
    }
    if ('main' in update.html) {
      for (const track of camera?.getTracks() ?? []) track.stop()
      main.querySelector('h1')?.focus()
    }
    tellParent(update.messages)
  }

  function showFailure(failure: Failure | undefined): void {
    const box = main.querySelector('[role=alert]')
    if (box) box.textContent = failure?.message ?? ''
  }

  async function startCamera(): Promise<Failure | undefined> {
    try {
      camera = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
    } catch {
      const message = 'The camera cannot be used here. Upload a picture instead.'
      return { code: 'CAMERA_UNAVAILABLE', message }
    }
    for (const element of main.querySelectorAll<HTMLElement>('[data-camera]'))
      element.hidden = !element.hidden
    const video = main.querySelector('video')
    if (video) video.srcObject = camera
    return undefined
  }
}

/** The module that the pages load. */
export const PAGE_SCRIPT = `(${runPage})()\n`
