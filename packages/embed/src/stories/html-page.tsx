import { useId, useState } from 'react'
import { fetchInPage } from '../test-support/sandbox-bff.js'

declare global {
  /** What the pages of the stories have in place of `fetch`: they have no server. */
  var leydenFetch: typeof fetchInPage | undefined
}

globalThis.leydenFetch = fetchInPage

export interface HtmlPageProps {
  /** All that the page has in it. */
  html: string
  widthPx?: number
  heightPx?: number
}

/** Answered inside Storybook, and without what an earlier page has left open. */
const ALONE = '<script>fetch = (...given) => parent.leydenFetch(...given); sessionStorage.clear()</script>'

/** Where the script is, also where Storybook is served below a path. */
const EMBED = new URL(`${import.meta.env.BASE_URL}embed/`, document.baseURI).href

/** A page of its own, made of the HTML that is shown beside it. */
export function HtmlPage({ html, widthPx = 420, heightPx = 640 }: HtmlPageProps) {
  const [shown] = useState(html)
  const id = useId()
  return (
    <div className="page-html">
      <iframe
        id={id}
        title="The page"
        width={widthPx}
        height={heightPx}
        srcDoc={`${ALONE}${shown.replaceAll('/embed/', EMBED)}`}
      />
      <pre>{html.replaceAll('/embed/leyden.js', 'https://shop.example/leyden/embed/v1/leyden.js')}</pre>
    </div>
  )
}
