import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { topLevelRegisters } from '../../../src/model/register.ts'
import { openApiDocument } from '../../../src/server/features/openapi/openApiDocument.ts'
import { runtimeOperations } from '../../../src/server/runtimeOperations.ts'
import { product, productModel } from '../fixtures/product.ts'

const model = productModel()
const operations = [...runtimeOperations, ...product.operations]
const receivers = [{ name: 'banco', partner: 'Banco', largest: 2000 }]
const document = JSON.parse(JSON.stringify(openApiDocument(model, operations, receivers)))

test('the document is valid OpenAPI 3.1', async () => {
  const { valid, errors } = await new Validator().validate(document)
  expect(errors).toBeUndefined()
  expect(valid).toBe(true)
})

test('every reference leads somewhere, every operation has a name of its own', () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path]) => (path ?? '').split('/'))
  for (const path of references) expect(path.reduce((at, step) => at?.[step], document)).toBeDefined()
  const names = Object.values(document.paths).flatMap(item =>
    Object.values(item as Record<string, { operationId: string }>).map(call => call.operationId),
  )
  expect(new Set(names).size).toBe(names.length)
})

test('it lists the calls of every register, every operation and the session', () => {
  for (const register of topLevelRegisters(model))
    if (register.access.see) expect(document.paths).toHaveProperty([`/${register.name}/list`, 'get'])
  for (const { path, method } of operations)
    expect(document.paths).toHaveProperty([`/${path.replace(/:(\w+)/g, '{$1}')}`, method.toLowerCase()])
  for (const { path } of Object.values(model.queries)) expect(document.paths).toHaveProperty([`/${path}`, 'get'])
  expect(document.paths).toHaveProperty(['/users/login', 'post'])
  expect(document.paths).toHaveProperty(['/notificacoes/banco/{key}', 'post'])
})

test('every call of a session says that it may be locked, limited and, where it writes, find no room, and what its replies tell of limits', () => {
  const wrong: string[] = []
  for (const [path, item] of Object.entries(document.paths as Record<string, Record<string, Said>>))
    for (const [method, { security, responses, tags }] of Object.entries(item)) {
      if (security || tags?.some(tag => tag === 'sessao' || tag === 'notificacoes')) continue
      const demanded = ['423', '429', ...(method === 'get' ? [] : ['507'])]
      const done = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1]
      if (!demanded.every(status => status in responses) || !done?.headers?.RateLimit) wrong.push(`${method} ${path}`)
    }
  expect(wrong).toEqual([])
  expect(document.components.responses.TooMany.headers).toHaveProperty('Retry-After')
  expect(document.components.parameters.filter.content['application/json'].schema).toEqual({
    $ref: '#/components/schemas/Filter',
  })
  expect(document.components.securitySchemes.key).toMatchObject({ type: 'http', scheme: 'bearer' })
})

interface Said {
  readonly security?: unknown
  readonly tags?: readonly string[]
  readonly responses: Readonly<Record<string, { readonly headers?: Readonly<Record<string, unknown>> }>>
}
