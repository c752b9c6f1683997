import { useId, useState } from 'react'
import { fetchInPage } from '../test-support/sandbox-bff.js'

declare global {
  /** Replaces `fetch` in the pages of the stories, because they have no server. */
  var leydenFetch: typeof fetchInPage | undefined
}

globalThis.leydenFetch = fetchInPage

export interface HtmlPageProps {
  /** The content of the page. */
  html: string
  widthPx?: number | undefined
  heightPx?: number | undefined
}

/** Requests are answered inside Storybook, and the state of an earlier page is removed. */
const ALONE = '<script>fetch = (...given) => parent.leydenFetch(...given); sessionStorage.clear()</script>'

/** The URL of the script, also if Storybook is served below a path. */
const EMBED = new URL(`${import.meta.env.BASE_URL}embed/`, document.baseURI).href

/** A separate page with the HTML that is shown beside it. */
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
