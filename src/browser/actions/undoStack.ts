/** The outcome of taking an action back. */
export type UndoResult = { readonly acaoId: string; readonly desfeitos: number } | 'away' | undefined

/** The saves of this page that can be taken back: from the toast that says it, or by Ctrl+Z. */
export interface UndoStack {
  /** Something is being saved as this action: asked for meanwhile, it is taken back once it is saved. Call back when it ended. */
  start(action: string): () => void
  /** Something was saved as this action: says so and offers to take it back, in the place of what was said before of the same `topic`. */
  saved(action: string, text: string, topic?: string): void
  /** Takes the last one back; undefined when there is none. */
  undo(): Promise<void> | undefined
  redo(): Promise<void> | undefined
  /** Ends when what is being taken back at this moment is; undefined when nothing is, so that a save goes out at once. */
  settled(): Promise<void> | undefined
}

export interface UndoStackHost {
  take(action: string): Promise<UndoResult>
  tell(text: string, undo: () => void, topic: string | undefined): void
}

/** Actions in the order in which they were begun; taken back one at a time, the latest first, however fast the keys come. */
export function createUndoStack({ take, tell }: UndoStackHost): UndoStack {
  let done: string[] = []
  const undone: string[] = []
  const saving = new Map<string, Promise<void>>()
  const saved = new Set<string>()
  let last = Promise.resolve()
  let turns = 0
  let taking: Promise<void> | undefined

  const inTurn = (run: () => Promise<void>): Promise<void> => {
    turns += 1
    last = last.then(run).finally(() => {
      turns -= 1
    })
    return last
  }
  const takeNow = (action: string): Promise<UndoResult> => {
    const taken = take(action)
    const end = (): void => {
      if (taking === through) taking = undefined
    }
    const through = taken.then(end, end)
    taking = through
    return taken
  }
  const takeDone = (action: string): Promise<void> => {
    done = done.filter(one => one !== action)
    return inTurn(async () => {
      await saving.get(action)
      // A refused save is not there, and the same is not taken back twice.
      if (!saved.delete(action)) return
      const taken = await takeNow(action)
      if (taken === 'away') {
        saved.add(action)
        done.push(action)
      } else if (taken && taken.desfeitos > 0) undone.push(taken.acaoId)
    })
  }
  const again = async (): Promise<void> => {
    const action = undone.pop()
    if (action === undefined) return
    const taken = await takeNow(action)
    if (taken === 'away') undone.push(action)
    else if (taken && taken.desfeitos > 0) {
      saved.add(taken.acaoId)
      done.push(taken.acaoId)
    }
  }

  return {
    start(action) {
      done.push(action)
      let end = (): void => undefined
      saving.set(
        action,
        new Promise(resolve => {
          end = resolve
        }),
      )
      return () => {
        saving.delete(action)
        if (!saved.has(action)) done = done.filter(one => one !== action)
        end()
      }
    },
    saved(action, text, topic) {
      if (!saving.has(action) && !done.includes(action)) done.push(action)
      saved.add(action)
      undone.length = 0
      tell(text, () => void takeDone(action), topic)
    },
    undo() {
      const action = done.at(-1)
      return action === undefined ? undefined : takeDone(action)
    },
    redo: () => (undone.length + turns === 0 ? undefined : inTurn(again)),
    settled: () => taking,
  }
}
