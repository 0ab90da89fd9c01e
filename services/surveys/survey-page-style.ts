import { createHash } from 'node:crypto';

/** The look of the public page: all of it, so that nothing else has to be fetched. */
export const style = `
:root{color-scheme:light dark;--page:#f5f6fb;--card:#fff;--line:#dcdfea;--edge:#868da0;--text:#161a26;--soft:#5a6172;--main:#4350cf;--fill:#4350cf;--tint:#e9ebfc;--star:#c98500;--bad:#b3261e;--badtint:#fdecea}
@media(prefers-color-scheme:dark){:root{--page:#0e1118;--card:#171a24;--line:#2b3040;--edge:#747c92;--text:#eef0f7;--soft:#a6aebf;--main:#8f9aff;--fill:#5765e0;--tint:#23284a;--star:#f5b83d;--bad:#ff9d97;--badtint:#3a1f22}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;min-height:100svh;display:flex;flex-direction:column;align-items:center;padding:16px 10px 20px;background:var(--page);color:var(--text);font:16px/1.5 Inter,"Inter Variable",system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;-webkit-text-size-adjust:100%;overflow-wrap:anywhere}
header{display:flex;align-items:center;gap:10px;width:100%;max-width:640px;padding:4px 6px 16px;font-weight:650;font-size:17px}
.mark{flex:none;display:grid;place-items:center;width:36px;height:36px;border-radius:10px;background:var(--fill);color:#fff;font-weight:700}
main{width:100%;max-width:640px;padding:22px 14px;background:var(--card);border:1px solid var(--line);border-radius:20px}
h1{margin:0;font-size:24px;line-height:1.25;letter-spacing:-.015em;font-weight:700;text-wrap:pretty}
fieldset{margin:0;padding:0;border:0;min-width:0}
legend{padding:0;width:100%}
.hint{margin:10px 0 0;color:var(--soft)}
.scores{display:flex;flex-wrap:wrap;justify-content:center;gap:6px;margin:20px 0 0}
.scores label{position:relative;flex:none;width:var(--wide);cursor:pointer}
.n11{--wide:calc((100% - 30px)/6)}
.n7{gap:5px;--wide:calc((100% - 30px)/7)}
.n6{--wide:calc((100% - 30px)/6)}
.n5{--wide:calc((100% - 24px)/5)}
.n4{--wide:calc((100% - 18px)/4)}
.n3{--wide:calc((100% - 12px)/3)}
.scores input,.away{position:absolute;opacity:0;width:1px;height:1px;margin:0;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.scores input{inset:0;width:100%;height:100%;clip-path:none;cursor:pointer}
.n{display:grid;place-items:center;height:56px;border:1.5px solid var(--edge);border-radius:14px;font-size:19px;font-weight:600;font-variant-numeric:tabular-nums;transition:background-color .12s,border-color .12s,transform .12s}
label:hover>.n{border-color:var(--main);background:var(--tint)}
input:checked+.n{background:var(--fill);border-color:var(--fill);color:#fff;transform:scale(1.06)}
input:focus-visible+.n,input:focus-visible+svg,button:focus-visible,textarea:focus-visible,a:focus-visible{outline:3px solid var(--main);outline-offset:3px}
.stars{gap:4px;max-width:380px;margin-inline:auto;--wide:calc((100% - 16px)/5)}
.stars svg{display:block;width:100%;padding:4px;border-radius:14px;fill:var(--card);stroke:var(--edge);stroke-width:1.3;stroke-linejoin:round;transition:fill .12s}
.stars input:checked+svg,.stars label:has(~label input:checked) svg{fill:var(--star);stroke:var(--star)}
@media(hover:hover){.stars:hover label svg{fill:var(--card);stroke:var(--edge)}.stars label:hover svg,.stars label:has(~label:hover) svg{fill:var(--star);stroke:var(--star)}}
.ends{display:flex;justify-content:space-between;gap:16px;margin:10px 2px 0;font-size:14px;line-height:1.35;color:var(--soft)}
.ends :last-child{text-align:right}
.stars+.ends{max-width:380px;margin-inline:auto}
.ask{display:block;margin:24px 0 8px;font-weight:600}
.ask small{font-weight:400;font-size:14px;color:var(--soft)}
textarea{display:block;width:100%;min-height:112px;padding:12px 14px;border:1.5px solid var(--edge);border-radius:14px;background:var(--card);color:inherit;font:inherit;resize:vertical}
button{display:block;width:100%;min-height:52px;margin-top:18px;padding:12px 20px;border:0;border-radius:14px;background:var(--fill);color:#fff;font:inherit;font-size:17px;font-weight:650;cursor:pointer;transition:filter .12s}
button:hover{filter:brightness(1.08)}
.bad{display:flex;gap:8px;margin:14px 0 0;padding:10px 12px;border-radius:12px;background:var(--badtint);color:var(--bad);font-weight:600}
.bad:before{content:"!";flex:none;display:grid;place-items:center;width:22px;height:22px;margin-top:1px;border-radius:50%;background:var(--bad);color:var(--badtint);font-size:14px}
.wrong .n,.wrong+textarea{border-color:var(--bad)}
.end{padding:44px 22px;text-align:center}
.end p{margin:12px 0 0;font-size:17px;color:var(--soft);text-wrap:balance;white-space:pre-line}
.end svg{display:block;width:72px;height:72px;margin:0 auto 20px;padding:18px;border-radius:50%;background:var(--tint);stroke:var(--main);stroke-width:2.6;fill:none;stroke-linecap:round;stroke-linejoin:round}
footer{margin-top:18px;padding:0 12px;font-size:14px;color:var(--soft);text-align:center}
@media(max-width:387px){.n7{--wide:calc((100% - 15px)/4)}}
@media(max-width:344px){.n11{--wide:calc((100% - 18px)/4)}.n6{--wide:calc((100% - 12px)/3)}}
@media(min-width:600px){body{padding-top:8vh}main{padding:36px}h1{font-size:28px}.n11{--wide:calc((100% - 60px)/11)}}
@media(prefers-reduced-motion:reduce){*{transition:none!important}}
@media(forced-colors:active){input:checked+.n{outline:3px solid Highlight}.stars input:checked+svg{outline:3px solid Highlight}}
`;

export const styleHash = `'sha256-${createHash('sha256').update(style).digest('base64')}'`;
