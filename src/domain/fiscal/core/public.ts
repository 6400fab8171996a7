export {
  childrenOf,
  type DocumentElement,
  decimalAt,
  descendantsOf,
  elementAt,
  textAt,
} from './document/documentElement.ts'
export { isAccessKey, splitAccessKey } from './keys/accessKey.ts'
