import { type CellAddress, cellAddressKey } from '../cellAddress.ts'
import type { CellChange, CellRefusal, CellSaveResult, ParsedCellText } from '../cellChanges.ts'
import type { GridState } from '../gridState.ts'

/** A cell with what was read for it. */
export interface ParsedCell {
  readonly place: CellAddress
  readonly text: string
  readonly parsed: ParsedCellText
}

export interface PendingChangesHost {
  /** Saves all or none, or with `valid` what is right. An owner that keeps the rows itself gives nothing. */
  save(changes: readonly CellChange[], valid: boolean): Promise<CellSaveResult> | undefined
  words(code: 'saved' | 'refused', count: number): string
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
  apply(targets: readonly ParsedCell[]): Promise<void>
  waiting(): PendingSummary | undefined
  saveValid(): Promise<void>
  discard(): void
}

export function createPendingChanges(state: GridState, host: () => PendingChangesHost): PendingChanges {
  /** What was pasted last into each cell, as long as it is not saved. */
  const changes = new Map<string, CellChange>()
  let told: PendingSummary | undefined

  const hold = ({ place, text, value }: CellChange): void =>
    state.setMark(place, { status: 'held', shown: text, draft: { value } })
  const settle = (changes: readonly CellChange[]): void =>
    state.together(() => {
      for (const { place } of changes) state.setMark(place, undefined)
    })
  const forget = (change: CellChange): void => {
    if (changes.get(cellAddressKey(change.place)) === change) changes.delete(cellAddressKey(change.place))
  }
  const refuse = (sent: readonly CellChange[], refusals: readonly CellRefusal[]): void => {
    for (const change of sent) hold(change)
    for (const { row, column, reason } of refusals) {
      const change =
        sent.find(({ place }) => place.row === row && (column === undefined || place.column === column)) ??
        sent.find(({ place }) => place.row === row)
      if (change) state.setMark(change.place, { status: 'failed', reason, shown: change.text, draft: { value: change.value } })
    }
  }
  const send = async (sent: readonly CellChange[], valid: boolean): Promise<void> => {
    const saving = host().save(sent, valid)
    if (!saving) {
      sent.forEach(forget)
      return settle(sent)
    }
    const marks = new Map(sent.map(change => [change, { status: 'saving', shown: change.text } as const]))
    state.together(() => {
      for (const [{ place }, mark] of marks) state.setMark(place, mark)
    })
    /** Whether nothing was pasted or typed into the cell since. */
    const stands = (change: CellChange): boolean => state.mark(change.place) === marks.get(change)
    try {
      const { refusals, show } = await saving
      const rows = new Set(refusals.map(({ row }) => row))
      const saved = valid ? sent.filter(({ place }) => !rows.has(place.row)) : refusals.length > 0 ? [] : sent
      const done = new Set(saved)
      const left = sent.filter(change => !done.has(change) && stands(change))
      saved.forEach(forget)
      show?.()
      state.together(() => {
        settle(saved.filter(stands))
        refuse(left, refusals)
        state.say(saved.length > 0 ? host().words('saved', saved.length) : host().words('refused', refusals.length))
      })
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      const left = sent.filter(stands)
      state.together(() =>
        refuse(
          left,
          left.map(({ place }) => ({ row: place.row, column: place.column, reason })),
        ),
      )
      state.say(reason)
    }
  }
  const waiting = (): PendingSummary | undefined => {
    const failed: CellAddress[] = []
    const held: CellAddress[] = []
    for (const { place } of changes.values()) {
      const status = state.mark(place)?.status
      if (status === 'failed') failed.push(place)
      else if (status === 'held') held.push(place)
    }
    if (failed.length + held.length === 0) return undefined
    const bad = new Set(failed.map(({ row }) => row))
    return { failed, held, valid: held.filter(({ row }) => !bad.has(row)).length }
  }

  return {
    async apply(targets) {
      // What waits of an earlier batch goes on waiting.
      const pasted = targets.map(({ place, text, parsed }): CellChange => ({ place, text, value: valueIn(parsed) }))
      for (const change of pasted) changes.set(cellAddressKey(change.place), change)
      const wrong = targets.filter(({ parsed }) => 'reason' in parsed)
      const right = pasted.filter((_, at) => 'value' in (targets[at]?.parsed ?? {}))
      const { controlled } = host()
      // What its owner keeps is put first: the texts that cannot be read belong to the step that begins with it.
      const sent = controlled ? send(right, false) : undefined
      state.together(() => {
        for (const { place, text, parsed } of wrong)
          if ('reason' in parsed)
            state.setMark(place, { status: 'failed', reason: parsed.reason, shown: text, draft: { value: null, text } })
        if (!controlled && wrong.length > 0) for (const change of right) hold(change)
      })
      if (!controlled && wrong.length === 0) return send(right, false)
      await sent
      if (wrong.length === 0) return
      state.say(host().words('refused', wrong.length))
    },
    waiting() {
      const now = waiting()
      // The same object as long as nothing changed: read by useSyncExternalStore.
      if (JSON.stringify(now) !== JSON.stringify(told)) told = now
      return told
    },
    async saveValid() {
      const bad = new Set(waiting()?.failed.map(({ row }) => row))
      const sent = [...changes.values()].filter(({ place }) => state.mark(place)?.status === 'held' && !bad.has(place.row))
      if (sent.length > 0) await send(sent, true)
    },
    discard() {
      const given = [...changes.values()].filter(({ place }) => state.mark(place)?.status !== 'saving')
      given.forEach(forget)
      settle(given)
      state.tell()
    },
  }
}

const valueIn = (parsed: ParsedCellText): unknown => ('value' in parsed ? parsed.value : null)
