import type { Frame, FrameLocator } from 'playwright'

/** Goes through the sandbox's ramp page up to its last button, and presses it. */
export async function purchase(ramp: Frame | FrameLocator): Promise<void> {
  await goToPayment(ramp)
  await ramp.getByRole('button', { name: /^Pay [\d.,]+ [A-Z]{3}$/ }).click()
}

/** Goes through the sandbox's ramp page up to its last button, without pressing it. */
export async function goToPayment(ramp: Frame | FrameLocator): Promise<void> {
  await ramp.getByLabel('Six digits').fill('123456')
  await ramp.getByRole('button', { name: 'Continue' }).click()
  await ramp.getByRole('button', { name: 'Use a sample document' }).click()
  await ramp.getByText(/^0\.\d+ BTC$/).waitFor()
  await ramp.getByRole('button', { name: 'Continue' }).click()
  await ramp.getByRole('button', { name: /test card/i }).click()
}
