import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { createObservable } from '../../base/objects/listeners.ts'
import { codeOnDemand } from '../../controls/codeOnDemand.ts'
import { useCodeOnDemand } from '../../controls/useCodeOnDemand.ts'
import type { Translate } from '../../model/formatMessage.ts'
import { fallbackTexts } from './fallbackTexts.ts'
import { useMoved } from './onDemand/useMoved.ts'
import type { MessageProps, Question } from './question.ts'

/** Asks whether to leave work that is not saved. */
export const leaveQuestion = (say: Translate): Question => ({
  title: say('unsaved'),
  message: say('leave-question'),
  confirm: say('leave'),
  cancel: say('keep-editing'),
  danger: true,
})

/** Questions and messages that stop the work until they are answered. */
export interface Dialogs {
  /** True when confirmed. `asked` is given what answers it in the person's place. */
  confirm(question: Question, asked?: (answer: (yes: boolean) => void) => void): Promise<boolean>
  /** Says something and waits for OK. A message with "aguarde" has a spinner and no OK, unless it is an answer: use `busy` for those. */
  alert(message: string, title?: string, answer?: boolean): Promise<void>
  /** Shows a message until the returned function is called. */
  busy(message: string, title?: string): () => void
  /** A dialog of the caller's own; it is drawn until it calls `close`. */
  open<T>(render: (close: (value?: T) => void) => ReactNode): Promise<T | undefined>
}

interface Shown {
  readonly id: number
  readonly node: ReactNode
}

const { read, set, subscribe } = createObservable<readonly Shown[]>([])
let last = 0

function show(render: (close: () => void) => ReactNode): () => void {
  last += 1
  const id = last
  const close = () => set(read().filter(one => one.id !== id))
  set([...read(), { id, node: render(close) }])
  return close
}

function open<T>(render: (close: (value?: T) => void) => ReactNode): Promise<T | undefined> {
  return new Promise(resolve => {
    show(close =>
      render(value => {
        close()
        resolve(value)
      }),
    )
  })
}

export const dialogs: Dialogs = {
  open,
  confirm: async (question, asked) =>
    (await open<boolean>(close => {
      asked?.(close)
      return <Fetched missing={() => close(false)} draw={({ AskDialog }) => <AskDialog question={question} close={close} />} />
    })) === true,
  alert: async (message, title = fallbackTexts.notice, answer = false) => {
    const waiting = !answer && asksToWait(message)
    await open<true>(close => messageOf({ title, message, waiting, close: () => close(true) }))
  },
  busy: (message, title = fallbackTexts.notice) =>
    show(close => messageOf({ title, message, waiting: asksToWait(message), close })),
}

export const useDialogs = (): Dialogs => dialogs

const code = codeOnDemand(() => import('./onDemand/QuestionDialogs.tsx'))

type Code = Awaited<ReturnType<typeof code>>

/** Draws a dialog once its code is there; `missing` closes it, unanswered, when that does not come. */
function Fetched({ draw, missing }: { draw(found: Code): ReactNode; missing(): void }) {
  const found = useCodeOnDemand(code, true, missing)
  return found ? draw(found) : null
}

const messageOf = (props: MessageProps): ReactNode => (
  <Fetched missing={props.close} draw={({ MessageDialog }) => <MessageDialog {...props} />} />
)

/** Draws the open dialogs, the last on top, whose code comes once a pointer or a key moves. Mounted once. */
export function DialogHost() {
  const all = useSyncExternalStore(subscribe, read, read)
  const moved = useMoved()
  useEffect(() => {
    if (moved) void code().catch(() => undefined)
  }, [moved])
  return all.map(one => <div key={one.id}>{one.node}</div>)
}

/** Tells whether a message asks to wait: then there is nothing to confirm. */
const asksToWait = (message: string): boolean => /aguarde/i.test(message)
