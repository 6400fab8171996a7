import { showToast } from '../../../controls/overlays/toasts.ts'
import type { Translate } from '../../../model/formatMessage.ts'
import { CallError } from '../../data/api.ts'
import { requestUndo } from '../../data/requestUndo.ts'

/** Takes an action back in each store whose records it changed, in one step, and says how that went. */
export async function undoInStores(say: Translate, action: string, stores: readonly number[]): Promise<void> {
  const kept: string[] = []
  const all = { done: 0, total: 0 }
  try {
    for (const store of stores) {
      const { desfeitos, total, recusados } = await requestUndo(action, store)
      all.done += desfeitos
      all.total += total
      kept.push(...recusados.map(one => `${one.rotulo}: ${one.motivo}`))
    }
    if (kept.length === 0) showToast({ text: say('undone') })
    else
      showToast({
        tone: 'warning',
        text: [say('work.undone-part', all), ...kept.slice(0, 3)].join(' '),
      })
  } catch (error) {
    showToast({ tone: 'danger', text: error instanceof CallError ? error.message : say('something-wrong') })
  }
}
