import type { ReferenceTarget } from '../kind.ts'

/** Returns the text of a chosen record. Where people keep the key themselves (NCM, CEST), they know the record by it: it stands first. */
export const referenceText = <Label extends string | undefined>(
  target: ReferenceTarget | undefined,
  id: string | number | undefined,
  label: Label,
): Label | string => (target?.textKey && id !== undefined && label && !label.startsWith(String(id)) ? `${id} · ${label}` : label)
