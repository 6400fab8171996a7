import type { ChildList, Register, RowDialogView } from '../../../../model/model.ts'
import type { ChildListPlace } from '../useChildColumns.ts'
import type { useChildRowCommands } from '../useChildRowCommands.ts'

/** The dialog of a row: whose row, which fields, how it goes on. */
export interface RowDialogProps {
  readonly list: ChildList
  readonly child: Register
  readonly place: ChildListPlace
  readonly dialog: RowDialogView
  /** The rows are only to be seen. */
  readonly locked: boolean
  readonly commands: ReturnType<typeof useChildRowCommands>
  /** Key of the row. */
  readonly row: string
  onRow(key: string): void
  onClose(): void
}
