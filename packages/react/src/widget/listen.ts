type Events = WindowEventMap & DocumentEventMap & HTMLElementEventMap

/** Adds listeners to a target, if there is one. @returns a function that removes them */
export function listen(
  target: EventTarget | null | undefined,
  listeners: { [Type in keyof Events]?: (event: Events[Type]) => void },
  isCapturing = false,
): () => void {
  const entries = Object.entries(listeners) as [string, EventListener][]
  for (const [type, listener] of entries) target?.addEventListener(type, listener, isCapturing)
  return () => {
    for (const [type, listener] of entries) target?.removeEventListener(type, listener, isCapturing)
  }
}
