import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

let prepared: Promise<unknown> | undefined

/** The texts of all QR codes in a PNG, read by ZXing, which shares no code with ours. */
export async function readQrCodes(png: Uint8Array): Promise<string[]> {
  prepared ??= prepare()
  await prepared
  const results = await readBarcodes(png, { formats: ['QRCode'], tryHarder: true })
  return results.filter(({ isValid }) => isValid).map(({ text }) => text)
}

/**
 * The texts of all QR codes in a PNG, read by ZBar, which shares no code with ZXing; undefined without `zbarimg`. `npm
 * test` installs it on Debian.
 */
export function readQrCodesByZbar(png: Uint8Array): string[] | undefined {
  const options = ['--quiet', '--raw', '--nodbus', '-Sdisable', '-Sqrcode.enable']
  const { error, status, stdout, stderr } = spawnSync('zbarimg', [...options, 'PNG:-'], { input: png })
  if (error) return undefined
  // The exit code 4 means that the image has no code.
  if (status !== 0 && status !== 4) throw new Error(`zbarimg ended with ${status}: ${stderr}`)
  return stdout.toString().split('\n').filter(Boolean)
}

/** Loads ZXing's WebAssembly from its package, because by default the library fetches it from the internet. */
async function prepare(): Promise<void> {
  const path = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
  const wasmBinary = new Uint8Array(await readFile(path)).buffer
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true })
}
