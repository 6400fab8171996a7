import type { UndoReply } from '../../api/activity.ts'
import { dismissToast, showToast, type ToastOptions, toasts } from '../../controls/overlays/toasts.ts'
import type { Translate } from '../../model/formatMessage.ts'
import { CallError } from '../data/api.ts'
import { requestUndo } from '../data/requestUndo.ts'

/** Says what was done, with "Desfazer" and perhaps a link to it. `after` hears that it was taken back. */
export function toastWithUndo(
  say: Translate,
  text: string,
  action: string,
  { after, link }: { after?(): void; readonly link?: ToastOptions['link'] } = {},
): void {
  showToast({ text, link, undo: () => void undoWithToast(say, action, after) })
}

/** Takes an action back and says how that went, naming the rows that stay as they are. `away` hears that no server answered. */
export async function undoWithToast(
  say: Translate,
  action: string,
  after?: () => void,
  away?: () => void,
): Promise<UndoReply | undefined> {
  const answered = tellAtWork(say('undoing'))
  try {
    const done = await requestUndo(action)
    after?.()
    const kept = done.recusados.slice(0, 3).map(one => `${one.rotulo}: ${one.motivo}`)
    if (done.recusados.length === 0) showToast({ text: say('undone') })
    else
      showToast({
        tone: 'warning',
        text: [say('work.undone-part', { done: done.desfeitos, total: done.total }), ...kept].join(' '),
      })
    return done
  } catch (error) {
    if (error instanceof CallError && error.status === 0) away?.()
    showToast({ tone: 'danger', text: error instanceof CallError ? error.message : say('something-wrong') })
    return undefined
  } finally {
    answered()
  }
}

/** Milliseconds until it is said that it takes a while, and after which it is said again: a toast goes by itself before. */
const soon = 1000
const again = 4500

/** Says it while something takes long, until the returned function is called. */
function tellAtWork(text: string): () => void {
  const tell = (): void => {
    showToast({ tone: 'info', text })
    timer = setTimeout(tell, again)
  }
  let timer = setTimeout(tell, soon)
  return () => {
    clearTimeout(timer)
    for (const told of toasts.read()) if (told.text === text) dismissToast(told.id)
  }
}
