import type { OperationInput } from '../../server/domain.ts'
/** The input of a visitor about themselves and their shop. */
export type SignUpInput = OperationInput<'POST Lojas/createVisitor'>
