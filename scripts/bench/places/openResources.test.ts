import { expect, it } from 'vitest'
import { closeAll, closeAtEnd } from './openResources.ts'

it('closes what is open from the last to the first, each once, whatever fails', async () => {
  const closed: string[] = []
  const close = (name: string) => closeAtEnd(() => void closed.push(name))
  close('database')
  const endServer = close('server')
  closeAtEnd(() => Promise.reject(new Error('stuck')))
  close('browser')
  await endServer()
  await endServer()
  await closeAll()
  await closeAll()
  expect(closed).toEqual(['server', 'browser', 'database'])
})
