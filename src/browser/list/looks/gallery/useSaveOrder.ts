import { useCallback } from 'react'
import { showToast } from '../../../../controls/overlays/toasts.ts'
import type { Register, Where } from '../../../../model/model.ts'
import { fieldOf } from '../../../../model/register.ts'
import { fetchRowsPage, type RegisterRow } from '../../../data/registerRows.ts'
import { newActionId } from '../../../data/requestUndo.ts'
import { patchEach } from '../../../offline/saveRecords.ts'
import { saveFailureText } from '../../save/useSaveCell.ts'
import type { DraggedOver } from '../dragging.ts'
import { cardName } from '../LookCard.tsx'
import type { LookProps } from '../lookProps.ts'
import { renumbered, reordered } from './reorder.ts'
import type { GalleryGroup, GalleryModel } from './useGallery.ts'

/** Records of a group that are numbered anew. */
const most = 1000

/** Saves the order of a group after one of its cards was moved, hidden and unread ones included, as one action that can be taken back. */
export function useSaveOrder(tools: LookProps['tools'], { change, order }: GalleryModel) {
  const { register, say, undoStack } = tools
  return useCallback(
    (row: RegisterRow, over: DraggedOver, group: GalleryGroup, field: string): void => {
      const save = async (): Promise<undefined> => {
        const action = newActionId()
        const ended = undoStack.start(action)
        try {
          const query = { order, limit: most, fields: ['id', 'version', field], ...withinGroup(register, row) }
          const { rows } = await fetchRowsPage(register.name, query)
          const after = reordered(rows, String(row.id), over)
          const changes = after === rows ? [] : renumbered(after, String(row.id), field)
          if (changes.length === 0) return undefined
          const items = changes.map(({ row: { id, version }, number }) => ({ id, version, [field]: number }))
          await patchEach(register.name, items, false, { action })
          undoStack.saved(action, say('look.order-saved', { name: cardName(row, undefined, tools) }))
        } catch (error) {
          showToast({ tone: 'danger', text: saveFailureText(error, say, register.texts.saveFailed) })
          throw error
        } finally {
          ended()
        }
        return undefined
      }
      const own = new Map(group.rows.map(each => [each.id, each]))
      const drawn = reordered(group.rows, String(row.id), over)
      change(shown => {
        const places = drawn[Symbol.iterator]()
        return { ...shown, rows: shown.rows.map(each => (own.has(each.id) ? (places.next().value ?? each) : each)) }
      }, save).catch(() => undefined)
    },
    [register, say, undoStack, tools, change, order],
  )
}

/** The records of the same group, whatever the list is filtered by. */
function withinGroup(register: Register, row: RegisterRow): { readonly where?: Where } {
  const { group } = register.views.looks?.gallery ?? {}
  const own = group === undefined ? undefined : { [group]: fieldOf(register, group) ? (row[group] ?? null) : null }
  const { where } = register.views.list
  if (!own) return where ? { where } : {}
  return { where: where ? { and: [where, own] } : own }
}
