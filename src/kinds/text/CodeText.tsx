import { Copy } from 'lucide-react'
import type { SyntheticEvent } from 'react'
import { parsedJson } from '../../base/record.ts'
import { IconButton } from '../../controls/Button.tsx'
import { showToast } from '../../controls/overlays/toasts.ts'
import { useInputServices } from '../inputServices.tsx'
import { JsonTree } from './JsonTree.tsx'

interface Props {
  readonly text: string
  /** The text that a cell has room for; undefined where the whole text has it. */
  readonly short?: string | undefined
}

/** A text of machines: cut in a cell, else whole, as a tree where it is JSON; a button copies all of it. */
export default function CodeText({ text, short }: Props) {
  const { say, copy } = useInputServices()
  const act = async (): Promise<void> => {
    const done = (await copy?.(text)) ?? false
    showToast(done ? { text: say('copy.done') } : { tone: 'danger', text: say('copy.failed') })
  }
  const button = copy ? (
    <IconButton size="sm" label={say('copy')} onClick={() => void act()} {...(short === undefined ? {} : { tabIndex: -1 })}>
      <Copy aria-hidden />
    </IconButton>
  ) : null
  if (short !== undefined)
    return (
      // The row below is neither chosen nor opened by it.
      <span style={{ display: 'flex', alignItems: 'center', gap: 4, minWidth: 0 }}>
        <span style={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>{short}</span>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: it only keeps the button's clicks to itself */}
        <span style={{ flexShrink: 0, marginInlineStart: 'auto' }} onPointerDown={stop} onClick={stop} onKeyDown={stop}>
          {button}
        </span>
      </span>
    )
  const tree = treeOf(text)
  return (
    <span style={{ display: 'flex', alignItems: 'flex-start', gap: 8 }}>
      <span style={{ flex: 1, minWidth: 0 }}>
        {tree === undefined ? (
          <span style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{text}</span>
        ) : (
          <JsonTree value={tree} />
        )}
      </span>
      {button}
    </span>
  )
}

const stop = (event: SyntheticEvent): void => event.stopPropagation()

/** The value of a text that begins as JSON does; undefined where it is none. */
const treeOf = (text: string): unknown => (/^[[{]/.test(text) ? parsedJson(text) : undefined)
