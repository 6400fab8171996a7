// What the first page needs, asked before its code is here: see data/first/firstCalls.ts.
;(() => {
  try {
    const token = localStorage.getItem('token')
    const { pathname, search } = location
    if (!token || /^\/login\/?$/i.test(pathname)) return
    const { documentElement, currentScript, head } = document
    const narrow = matchMedia('(max-width: 63.99rem)').matches
    const folded = localStorage.getItem(narrow ? 'menuRecolhido.estreito' : 'menuRecolhido') ?? (narrow ? '1' : '')
    documentElement.dataset.signed = folded === '1' ? 'folded' : ''
    const { list = '', form = '' } = currentScript.dataset
    const files = pathname.split('/').filter(Boolean).length > 1 ? form : list
    for (const href of files.split(' ')) {
      if (href && pathname !== '/') head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
    }
    const store = Number(sessionStorage.getItem('lojaId') ?? localStorage.getItem('lojaId'))
    const replies = new Map()
    const ask = (method, address, body = '') => {
      const headers = { Authorization: token, ...(body && { 'Content-Type': 'application/json' }) }
      const reply = fetch(address, { method, headers, body: body || null })
      reply.catch(() => undefined)
      replies.set(`${method} ${address} ${body}`, reply)
    }
    ask('POST', '/api/users/configuracao', JSON.stringify(store ? { lojaId: store } : {}))
    if (store) {
      ask('GET', `/api/model?lojaId=${store}`)
      const kept = JSON.parse(localStorage.getItem('primeiras') ?? '{}')
      for (const address of kept[`${store} ${pathname}${search}`] ?? []) ask('GET', address)
    }
    window.firstCalls = { token, replies }
  } catch {}
})()
