import { useState } from 'react'

/** The recipient's picture; a placeholder if there is none, or the page's policy forbids `data:` images. */
export function Avatar({ imageDataUrl }: { imageDataUrl?: string | undefined }) {
  const [broken, setBroken] = useState<string | null>(null)
  return imageDataUrl === undefined || broken === imageDataUrl ? (
    <span className="ly-avatar ly-picture" aria-hidden="true" />
  ) : (
    <img className="ly-avatar ly-picture" src={imageDataUrl} alt="" onError={() => setBroken(imageDataUrl)} />
  )
}
