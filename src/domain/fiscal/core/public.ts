export {
  childrenOf,
  type DocumentElement,
  decimalAt,
  descendantsOf,
  elementAt,
  textAt,
} from './document/documentElement.ts'
export { isAccessKey, splitAccessKey } from './keys/accessKey.ts'
export { checkEventId, checkVoidingId, isIssuedByAuthority, noteKey } from './recalculation/identity.ts'
export { checkQrCode } from './recalculation/qrCode.ts'
export { recalculateNote } from './recalculation/recalculateNote.ts'
export { Place, type Recalculation, Sheet } from './recalculation/sheet.ts'
