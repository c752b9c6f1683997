import { type ComponentChild, type ContainerNode, render } from 'preact'

/** React's way to draw into an element, on Preact. */
export function createRoot(container: ContainerNode) {
  return {
    render: (children: ComponentChild) => render(children, container),
    unmount: () => render(null, container),
  }
}
