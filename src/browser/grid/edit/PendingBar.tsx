import { CircleAlert } from 'lucide-react'
import { useGridContext } from '../gridContext.ts'
import { counted, gridMessages } from '../gridMessages.ts'
import type { PendingSummary } from './pendingChanges.ts'

/** Shows pasted cells that are not saved because some are wrong: where, and what can be done. */
export default function PendingBar({ waiting: { failed, held, valid } }: { readonly waiting: PendingSummary }) {
  const { state, pending, interaction } = useGridContext()
  const [first] = failed
  /** The button pressed may be gone with the bar: its keyboard goes back to the cells. */
  const act = (run: () => unknown) => () => {
    const cell = state.focus()
    if (cell) interaction.reveal(cell)
    void run()
  }
  return (
    <div className="grid-pending">
      <CircleAlert size={16} aria-hidden />
      <span role="status">
        {failed.length > 0
          ? `${gridMessages.failed}: ${counted(failed.length, 'célula com problema', 'células com problema')}`
          : ''}
        {failed.length > 0 && held.length > 0 ? ', ' : ''}
        {held.length > 0 ? counted(held.length, 'célula aguarda', 'células aguardam') : ''}.
      </span>
      <span className="grid-choice">
        {first && (
          <button type="button" onClick={() => interaction.reveal(first)}>
            Ver o problema
          </button>
        )}
        {valid > 0 && (
          <button type="button" onClick={act(pending.saveValid)}>
            {failed.length > 0 ? 'Salvar as válidas' : 'Salvar'}
          </button>
        )}
        <button type="button" onClick={act(pending.discard)}>
          {gridMessages.discard}
        </button>
      </span>
    </div>
  )
}
