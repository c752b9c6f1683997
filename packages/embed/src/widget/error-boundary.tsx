import { Component, type ReactNode } from 'react'

interface Props {
  onError: (error: unknown) => void
  children: ReactNode
}

/** Reports a widget that cannot be drawn, and leaves the rest of the page alone. */
export class ErrorBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(error: unknown) {
    this.props.onError(error)
  }

  override render() {
    return this.state.failed ? null : this.props.children
  }
}
