import type { ColumnRoom, Room, ValueOptions } from './kind.ts'

/** A list's column for what may be of any length. */
export const listRoomByLength = ({ maxLength }: ValueOptions): ColumnRoom => ({
  width: maxLength !== undefined && maxLength > 40 ? 260 : 168,
  fixed: false,
})

/** The room of a kind whose values are all about equally wide. */
export const evenRoom = (span: number, list: number, rows: number): Room => ({
  span,
  grows: false,
  list: { width: list, fixed: true },
  rows: { width: rows, fixed: true },
})
