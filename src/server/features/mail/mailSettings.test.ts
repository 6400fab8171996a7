import { expect, test } from 'vitest'
import { readMailSettings } from './mailSettings.ts'

test.each([
  [{}, undefined],
  [{ SMTP_URL: 'smtp://a.example:25', SMTP_HOST: 'b.example' }, 'smtp://a.example:25'],
  [{ SMTP_HOST: 'b.example' }, 'smtp://b.example:587'],
  [
    { SMTP_HOST: 'b.example', SMTP_PORT: '465', SMTP_USER: 'a@b', SMTP_PASSWORD: 'x/y:z' },
    'smtps://a%40b:x%2Fy%3Az@b.example:465',
  ],
])('%j', (env, url) => {
  expect(readMailSettings(env).url).toBe(url)
})
