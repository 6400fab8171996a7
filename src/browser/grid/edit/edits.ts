import { type CellAddress, isSameCell } from '../cellAddress.ts'
import type { ParsedCellText, UnreadableInput } from '../cellChanges.ts'
import { gridMessages } from '../gridMessages.ts'
import type { CellDraft, CellStatus, EditorOpening, GridState } from '../gridState.ts'
import { isSameValue } from '../isSameValue.ts'
import { createSaves, type SaveHost } from './saves.ts'

/** The services that editing needs of the grid's owner. */
export interface EditHost extends SaveHost {
  /** The open editor holds a text that cannot be read, or no longer does. */
  unreadable(address: CellAddress, unread: UnreadableInput | undefined): void
  /** Reads a text that the editor could not; undefined when nobody can. */
  read?(address: CellAddress, text: string): ParsedCellText | Promise<ParsedCellText> | undefined
  /** The value as the row holds it; undefined: it holds none any more. */
  value(address: CellAddress): unknown
  /** Pause after the last change before the cell saves by itself; undefined: only when committed. */
  wait(address: CellAddress): number | undefined
}

/** One cell edited at a time. */
export interface Edits {
  open(address: CellAddress, opening?: EditorOpening): void
  /** A new value in the editor; with a reason when it cannot be saved as it stands. `byKey`: more keys may follow, as in any text. */
  change(value: unknown, reason?: string, text?: string, byKey?: boolean): void
  /** The editor holds a text that is no value yet: it is read when the editor is left. */
  asks(text: string, reason: string): void
  /** Ends editing and saves at once. `text` is what the control shows, offered again when it cannot be saved. */
  commit(text?: string): void
  /** Ends editing and takes back what was saved meanwhile. */
  cancel(): void
  /** The page may go: what was typed is saved as after a rest, and the editor stays open. */
  rest(): void
  retry(address: CellAddress): void
  discard(address: CellAddress): void
}

/** Milliseconds after a key in which another one may follow. */
const typingRest = 700

interface Session {
  readonly address: CellAddress
  readonly initial: unknown
  current: unknown
  sent: unknown
  reason?: string | undefined
  /** The text is to be read when the editor is left. */
  asks?: boolean
  text?: string | undefined
  timer?: ReturnType<typeof setTimeout> | undefined
}

export function createEdits(state: GridState, host: EditHost): Edits {
  const saves = createSaves(state, host)
  let session: Session | undefined

  const send = (address: CellAddress, value: unknown, restores = false): void =>
    saves.send(address, value, () => forgetSent(session, address, value), restores)

  const flush = (open: Session): void => {
    clearTimeout(open.timer)
    if (open.reason !== undefined || isSameValue(open.current, open.sent)) return
    // The same value was refused already and nothing was typed since: its mark stays.
    if (state.status(open.address)?.state === 'failed') return
    if (heldBack(state, host, open)) return
    open.sent = open.current
    send(open.address, open.current)
  }

  const close = (): Session | undefined => {
    const open = session
    clearTimeout(open?.timer)
    session = undefined
    state.setEditing(undefined)
    return open
  }

  return {
    open(address, opening = 'all') {
      if (session) this.commit()
      const initial = host.value(address)
      session = { address, initial, current: initial, sent: initial }
      show(state, host, session, opening)
    },
    change(value, reason, text, byKey = false) {
      const open = session
      if (!open) return
      open.current = value
      noteTyping(state, open, text, reason, false)
      host.unreadable(open.address, reason === undefined ? undefined : { text: text ?? '', reason })
      const wait = host.wait(open.address)
      if (reason === undefined && wait !== undefined)
        open.timer = setTimeout(flush, byKey ? Math.max(wait, typingRest) : wait, open)
    },
    asks(text, reason) {
      const open = session
      if (!open) return
      noteTyping(state, open, text, reason, true)
      host.unreadable(open.address, { text, reason, open: true })
    },
    commit(shown) {
      const open = close()
      if (!open) return
      const text = shown ?? open.text
      if (open.asks && text !== undefined) readText(state, host, send, open, text)
      else if (open.reason !== undefined) state.setStatus(open.address, failed(open.reason, draftOf(open, text)))
      else flush(open)
    },
    cancel() {
      const open = close()
      if (!open) return
      host.unreadable(open.address, undefined)
      if (!isSameValue(open.sent, open.initial)) send(open.address, open.initial, true)
      else if (state.status(open.address)?.state === 'failed') state.setStatus(open.address, undefined)
    },
    rest() {
      if (session) flush(session)
    },
    retry(address) {
      const status = state.status(address)
      if (status?.state !== 'failed') return
      // A text that could not be read has nothing to send: it is opened again.
      if (status.draft.text === undefined) send(address, status.draft.value)
      else this.open(address, 'caret')
    },
    discard(address) {
      state.setStatus(address, undefined)
      state.announce(gridMessages.thrownAway)
    },
  }
}

/** Holds a value back where somebody else's came under the editor: it is replaced only when asked again. */
function heldBack(state: GridState, host: EditHost, { address, initial, sent, current }: Session): boolean {
  const held = host.value(address)
  const back = held !== undefined && sent === initial && !isSameValue(held, initial)
  if (back) state.setStatus(address, failed(gridMessages.changed, { value: current }))
  return back
}

/** Refused while its editor is still open: the next commit sends it again. */
function forgetSent(session: Session | undefined, address: CellAddress, value: unknown): void {
  if (session && isSameCell(session.address, address) && Object.is(session.sent, value)) session.sent = session.initial
}

/** Shows the editor: on the value, or on what was typed before and refused. */
function show(state: GridState, host: EditHost, session: Session, opening: EditorOpening): void {
  const { address } = session
  const status = state.status(address)
  if (status?.state !== 'failed' && status?.state !== 'reading') {
    state.setEditing({ address, opening })
    return
  }
  const { draft, reason } = status
  // Open already: the text that stands there is the editor's, and is not gone.
  state.batch(() => {
    state.setEditing(opening === 'type' ? { address, opening } : { address, opening, draft, reason })
    state.setStatus(address, undefined)
  })
  if (opening === 'type') return
  session.current = draft.value
  if (draft.text === undefined) return
  session.reason = reason
  host.unreadable(address, { text: draft.text, reason })
}

/** Reads the typed text; meanwhile it stands in its cell. */
function readText(
  state: GridState,
  host: EditHost,
  send: (address: CellAddress, value: unknown) => void,
  { address, initial, current, reason = '' }: Session,
  text: string,
): void {
  const end = (parsed: ParsedCellText | undefined): void => {
    if (!parsed || 'reason' in parsed) {
      state.setStatus(address, failed(parsed?.reason ?? reason, { value: current, text }))
      return
    }
    host.unreadable(address, undefined)
    if (isSameValue(parsed.value, initial)) state.setStatus(address, undefined)
    else send(address, parsed.value)
  }
  const found = host.read?.(address, text)
  if (!(found instanceof Promise)) {
    end(found)
    return
  }
  const status: CellStatus = { state: 'reading', reason, draft: { value: current, text }, shown: text }
  state.setStatus(address, status)
  // Typed or pasted over since, it is asked no more.
  const mine = (act: () => void) => () => state.status(address) === status && act()
  found.then(
    parsed => mine(() => end(parsed))(),
    mine(() => end(undefined)),
  )
}

/** A letter came or went: what was said of the text before is no longer true. */
function noteTyping(state: GridState, open: Session, text: string | undefined, reason: string | undefined, asks: boolean): void {
  clearTimeout(open.timer)
  open.reason = reason
  open.asks = asks
  open.text = text
  if (state.status(open.address)?.state === 'failed') state.setStatus(open.address, undefined)
}

/** The typed text stays in sight. */
const failed = (reason: string, draft: CellDraft): CellStatus => ({
  state: 'failed',
  reason,
  draft,
  ...(draft.text === undefined ? {} : { shown: draft.text }),
})

const draftOf = ({ current }: Session, text: string | undefined): CellDraft =>
  text === undefined ? { value: current } : { value: current, text }
