declare module '*.html?url&no-inline' {
  const url: string
  export = url
}

declare module '*?worker&url' {
  const url: string
  export = url
}

declare module '*.css?inline' {
  const text: string
  export = text
}
