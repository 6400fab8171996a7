import { expect, test } from 'vitest'
import { codeFile } from '../codeFile.ts'
import { operationTypes } from './operationTypes.ts'

test('an input beside its schema is found as an interface and as a type argument', () => {
  const text = `interface Input { readonly id: number }
type Asked = OperationInput<'POST a'>
export const a = operation<Input>({ method: 'POST', path: 'a' })
export const b = operation({ method: 'POST', path: 'b' })
`
  expect(operationTypes.find([codeFile('src/domain/a.ts', text)]).map(line => line.split(': ')[0])).toEqual([
    'src/domain/a.ts:1',
    'src/domain/a.ts:3',
  ])
})
