/* A shared library, but none of operators. */
int PaddleDoesNotKnowThis(void);
int PaddleDoesNotKnowThis(void) { return 0; }
