import { type CellAddress, cellAddressKey } from '../cellAddress.ts'
import type { CellChange, CellRefusal, CellSaveResult, ParsedCellText, UnreadableCell } from '../cellChanges.ts'
import type { GridState } from '../gridState.ts'

/** A cell with what was read for it. */
export interface ParsedCell {
  readonly address: CellAddress
  readonly text: string
  readonly parsed: ParsedCellText
}

export interface PendingChangesHost {
  /** Saves all or none, or with `valid` what is right. An owner that keeps the rows itself gives nothing. */
  save(changes: readonly CellChange[], valid: boolean): Promise<CellSaveResult> | undefined
  announcement(code: 'saved' | 'refused', count: number): string
  /** Whether rows are saved by their owner later: then cells are put at once and only unreadable ones wait. */
  readonly controlled: boolean
}

/** Cells of a batch that wait for somebody to decide. */
export interface PendingSummary {
  readonly failed: readonly CellAddress[]
  readonly held: readonly CellAddress[]
  /** Cells in rows without any problem. */
  readonly valid: number
}

/** Changes of many cells at once: all are saved or none, with every reason in its cell, unless the valid ones are asked for. */
export interface PendingChanges {
  /** Tells whether what was pasted into the cell waits to be saved. */
  has(address: CellAddress): boolean
  /** Takes up what was pasted on an earlier visit; its marks stand in the cells already. */
  resume(cells: readonly UnreadableCell[]): void
  apply(targets: readonly ParsedCell[]): Promise<void>
  waiting(): PendingSummary | undefined
  saveValid(): Promise<void>
  discard(): void
}

export function createPendingChanges(state: GridState, host: () => PendingChangesHost): PendingChanges {
  /** The last change pasted into each cell, as long as it is not saved. */
  const changes = new Map<string, CellChange>()
  let told: PendingSummary | undefined

  const forget = (change: CellChange): void => {
    if (changes.get(cellAddressKey(change.address)) === change) changes.delete(cellAddressKey(change.address))
  }
  const send = (sent: readonly CellChange[], valid: boolean): Promise<void> =>
    sendTogether(state, host(), sent, valid, saved => saved.forEach(forget))
  const waiting = (): PendingSummary | undefined => summaryOf(state, changes.values())

  return {
    has: address => changes.has(cellAddressKey(address)),
    resume(cells) {
      for (const { row, column, text, value = null, pasted } of cells)
        if (pasted) changes.set(cellAddressKey({ row, column }), { address: { row, column }, text, value })
    },
    async apply(targets) {
      // Waiting changes of an earlier batch go on waiting.
      const pasted = targets.map(({ address, text, parsed }): CellChange => ({ address, text, value: valueIn(parsed) }))
      for (const change of pasted) changes.set(cellAddressKey(change.address), change)
      const wrong = targets.filter(({ parsed }) => 'reason' in parsed)
      const right = pasted.filter((_, at) => 'value' in (targets[at]?.parsed ?? {}))
      const { controlled } = host()
      // Changes that the owner keeps are put first: the texts that cannot be read belong to the step that begins with them.
      const sent = controlled ? send(right, false) : undefined
      state.batch(() => {
        for (const cell of wrong) markUnreadable(state, cell)
        if (!controlled && wrong.length > 0) for (const change of right) hold(state, change)
      })
      if (!controlled && wrong.length === 0) return send(right, false)
      await sent
      if (wrong.length === 0) return
      state.announce(host().announcement('refused', wrong.length))
    },
    waiting() {
      const now = waiting()
      // The same object as long as nothing changed: read by useSyncExternalStore.
      if (JSON.stringify(now) !== JSON.stringify(told)) told = now
      return told
    },
    async saveValid() {
      const bad = new Set(waiting()?.failed.map(({ row }) => row))
      const sent = [...changes.values()].filter(
        ({ address }) => state.status(address)?.state === 'pending' && !bad.has(address.row),
      )
      if (sent.length > 0) await send(sent, true)
    },
    discard() {
      const given = [...changes.values()].filter(({ address }) => state.status(address)?.state !== 'saving')
      given.forEach(forget)
      settle(state, given)
      state.notify()
    },
  }
}

const valueIn = (parsed: ParsedCellText): unknown => ('value' in parsed ? parsed.value : null)

/** Sends changes as one, and puts at each cell what became of it; `forget` hears of those that are. */
async function sendTogether(
  state: GridState,
  host: PendingChangesHost,
  sent: readonly CellChange[],
  valid: boolean,
  forget: (saved: readonly CellChange[]) => void,
): Promise<void> {
  const saving = host.save(sent, valid)
  if (!saving) {
    forget(sent)
    return settle(state, sent)
  }
  const statuses = new Map(sent.map(change => [change, { state: 'saving', shown: change.text } as const]))
  state.batch(() => {
    for (const [{ address }, status] of statuses) state.setStatus(address, status)
  })
  /** Tells whether nothing was pasted or typed into the cell since. */
  const stands = (change: CellChange): boolean => state.status(change.address) === statuses.get(change)
  try {
    const { refusals, show } = await saving
    const rows = new Set(refusals.map(({ row }) => row))
    const saved = valid ? sent.filter(({ address }) => !rows.has(address.row)) : refusals.length > 0 ? [] : sent
    const done = new Set(saved)
    const left = sent.filter(change => !done.has(change) && stands(change))
    forget(saved)
    show?.()
    state.batch(() => {
      settle(state, saved.filter(stands))
      refuse(state, left, refusals)
      state.announce(saved.length > 0 ? host.announcement('saved', saved.length) : host.announcement('refused', refusals.length))
    })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const left = sent.filter(stands)
    state.batch(() =>
      refuse(
        state,
        left,
        left.map(({ address }) => ({ row: address.row, column: address.column, reason })),
      ),
    )
    state.announce(reason)
  }
}

/** It waits for the others of its batch. */
const hold = (state: GridState, { address, text, value }: CellChange): void =>
  state.setStatus(address, { state: 'pending', shown: text, draft: { value } })

const settle = (state: GridState, changes: readonly CellChange[]): void =>
  state.batch(() => {
    for (const { address } of changes) state.setStatus(address, undefined)
  })

function markUnreadable(state: GridState, { address, text, parsed }: ParsedCell): void {
  if ('reason' in parsed)
    state.setStatus(address, { state: 'failed', reason: parsed.reason, shown: text, draft: { value: null, text } })
}

/** Puts every reason at its cell, or at the row's first where it names none; the others wait. */
function refuse(state: GridState, sent: readonly CellChange[], refusals: readonly CellRefusal[]): void {
  for (const change of sent) hold(state, change)
  for (const { row, column, reason } of refusals) {
    const change =
      sent.find(({ address }) => address.row === row && (column === undefined || address.column === column)) ??
      sent.find(({ address }) => address.row === row)
    if (change) state.setStatus(change.address, { state: 'failed', reason, shown: change.text, draft: { value: change.value } })
  }
}

/** The cells that wait, and those whose rows are right; nothing when none do. */
function summaryOf(state: GridState, changes: Iterable<CellChange>): PendingSummary | undefined {
  const failed: CellAddress[] = []
  const held: CellAddress[] = []
  for (const { address } of changes) {
    const now = state.status(address)?.state
    if (now === 'failed') failed.push(address)
    else if (now === 'pending') held.push(address)
  }
  if (failed.length + held.length === 0) return undefined
  const bad = new Set(failed.map(({ row }) => row))
  return { failed, held, valid: held.filter(({ row }) => !bad.has(row)).length }
}
