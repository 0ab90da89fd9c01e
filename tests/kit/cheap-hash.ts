/** argon2id of the password that accounts of tests have, at the least cost there is: for stories that sign in hundreds of times. */
export const cheapHash = '$argon2id$v=19$m=8,t=1,p=1$fjRxz3GzNIKGWcvVuD3pmw$vNDLwXvEp3LbA6gm9iiN2cQWKYJq96yHd4qWy/P/kxk';
