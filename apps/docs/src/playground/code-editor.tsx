import { javascript } from '@codemirror/lang-javascript'
import { syntaxHighlighting } from '@codemirror/language'
import { EditorState } from '@codemirror/state'
import { keymap } from '@codemirror/view'
import { classHighlighter } from '@lezer/highlight'
import { EditorView, minimalSetup } from 'codemirror'
import { useEffect, useRef } from 'react'

interface CodeEditorProps {
  /** The code at first, and again when it changes: another example. */
  initialCode: string
  onChange: (code: string) => void
  onRun: () => void
}

/** An editor for TSX. Tab leaves it; Ctrl or Command with Enter runs the code. */
export function CodeEditor({ initialCode, onChange, onRun }: CodeEditorProps) {
  const parent = useRef<HTMLDivElement>(null)
  const latest = useRef({ onChange, onRun })
  latest.current = { onChange, onRun }

  useEffect(() => {
    if (!parent.current) return
    const view = new EditorView({
      parent: parent.current,
      state: EditorState.create({
        doc: initialCode,
        extensions: [
          keymap.of([
            {
              key: 'Mod-Enter',
              run: () => {
                latest.current.onRun()
                return true
              },
            },
          ]),
          minimalSetup,
          javascript({ jsx: true, typescript: true }),
          syntaxHighlighting(classHighlighter),
          // Without scrolling, because the editor's own scroll container cannot be focused.
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ 'aria-label': 'Code', tabindex: '0' }),
          EditorView.updateListener.of(({ docChanged, state }) => {
            if (docChanged) latest.current.onChange(state.doc.toString())
          }),
        ],
      }),
    })
    return () => view.destroy()
  }, [initialCode])

  return <div ref={parent} className="playground-editor" />
}
