import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

let prepared: Promise<unknown> | undefined

/** The texts of all QR codes in a PNG, read by ZXing: code that shares nothing with ours. */
export async function readQrCodes(png: Uint8Array): Promise<string[]> {
  prepared ??= prepare()
  await prepared
  const found = await readBarcodes(png, { formats: ['QRCode'], tryHarder: true })
  return found.filter(({ isValid }) => isValid).map(({ text }) => text)
}

/** From the package's own file: by default it would be fetched from the internet. */
async function prepare(): Promise<void> {
  const path = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
  const wasmBinary = new Uint8Array(await readFile(path)).buffer
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true })
}
