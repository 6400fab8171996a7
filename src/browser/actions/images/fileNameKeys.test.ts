import { describe, expect, it } from 'vitest'
import { fileNameKeys } from './fileNameKeys.ts'

describe('what a file’s name may call its record', () => {
  it.each<[string, readonly string[]]>([
    ['789123.jpg', ['789123']],
    ['1001.PNG', ['1001']],
    ['1001 - coxinha.jpg', ['1001 - coxinha', '1001']],
    ['1001 (2).jpg', ['1001 (2)', '1001']],
    ['1001_frente.webp', ['1001_frente', '1001']],
    ['AB-12.jpg', ['AB-12', 'AB']],
    ['0042.jpg', ['0042', '42']],
    ['pão de queijo.jpeg', ['pão de queijo', 'pão']],
    [' 7 .jpg', ['7']],
    ['000.jpg', ['000']],
    ['.jpg', []],
    [`${'x'.repeat(200)} 5.jpg`, []],
  ])('%s', (name, keys) => {
    expect(fileNameKeys(name)).toEqual(keys)
  })
})
